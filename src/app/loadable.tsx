import { type ComponentType, use } from 'react';

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
    return <Shown {...props} />;
  };
  /** Resolves when the code is there, or did not come: then showing it asks again. */
  const preload = (): Promise<unknown> => ask().catch(() => undefined);
  return Object.assign(Loadable, { preload });
}
