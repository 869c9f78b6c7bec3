import { type ComponentType, createElement, use } from 'react';

/**
 * Does the work once the browser has nothing else to do; Safari, which does not tell, is given time.
 *
 * @returns how to give it up
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
 * A component whose code is loaded when it is first shown, or before. Code that is there renders at once:
 * `lazy` shows its fallback even then, and React keeps a fallback that was shown for 300 ms.
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
  /** Resolves when the code is there, or did not come: then showing it asks again. */
  const preload = (): Promise<unknown> => ask().catch(() => undefined);
  return Object.assign(Loadable, { preload });
}

/** The same, whose code waits until the browser has nothing else to do: what nobody needs at once. */
export const loadableWhenIdle = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  loadable<Props>(async () => {
    await new Promise<void>((resolve) => whenIdle(resolve));
    return load();
  });
