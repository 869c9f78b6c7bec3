import { type ComponentType, createElement, use } from 'react';

/**
 * Runs the work when the browser is idle, or after a delay in Safari, which has no `requestIdleCallback`.
 *
 * @returns a function that cancels it
 */
export function whenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const requested = window.requestIdleCallback(work);
    return () => window.cancelIdleCallback(requested);
  }
  const timer = setTimeout(work, 2_000);
  return () => clearTimeout(timer);
}

/**
 * A component whose code is loaded when it is first rendered or preloaded. Loaded code renders at once; `lazy` would
 * show its fallback even then, and React shows a fallback for at least 300 ms.
 */
export function loadable<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let Loaded: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;
  const ask = async () => {
    Loaded ??= await load();
    return Loaded;
  };
  const awaited = () => {
    loading ??= ask();
    return loading;
  };
  const Loadable = (props: Props) => {
    const Shown = Loaded ?? use(awaited());
    return createElement(Shown, props);
  };
  /** Resolves when the code has loaded or failed to load; after a failure rendering requests it again. */
  const preload = (): Promise<unknown> => ask().catch(() => undefined);
  return Object.assign(Loadable, { preload });
}

/** A `loadable` whose code is requested when the browser is idle, for components that are not needed immediately. */
export const loadableWhenIdle = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  loadable<Props>(async () => {
    await new Promise<void>((resolve) => whenIdle(resolve));
    return load();
  });
