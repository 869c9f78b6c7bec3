import type { StageName } from '#contract/wire-stages.ts';
import { type ComponentType, lazy } from 'react';
import { loadMotion } from '../components/Moving.tsx';
import { type AnyScreen, screenTable } from '../screens/screen-table.ts';

/** A view of one stage alone takes no notice of it. */
interface ViewProps {
  stage?: StageName | undefined;
}

/** The modules of the views that the table names; Vite makes a chunk of each. */
const modules = import.meta.glob<{ default: ComponentType<ViewProps> }>([
  '../views/*/*View.tsx',
  '!../views/session/*',
]);

/** @throws Error when the table names a file that does not exist */
function loaderOf(view: string) {
  const load = modules[`../views/${view}.tsx`];
  if (load === undefined) throw new Error(`src/views/${view}.tsx does not exist`);
  return () => {
    // With the first screen, so that the sign-in is as light as it was; the screen does not wait for it.
    void loadMotion();
    return load();
  };
}

/** The routes of the screens that need a permission; each is loaded when it is first opened. */
export const screenRoutes = Object.values<AnyScreen>(screenTable).map(
  ({ address, view, stage }) => ({
    pattern: address,
    stage,
    Screen: lazy(loaderOf(view)),
  }),
);
