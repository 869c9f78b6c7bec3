import { type ComponentType, lazy } from 'react';
import { type AnyScreen, screenTable } from '../screens/screen-table.ts';

/** The modules of the views that the table names; Vite makes a chunk of each. */
const modules = import.meta.glob<{ default: ComponentType }>([
  '../views/*/*View.tsx',
  '!../views/session/*',
]);

/** @throws Error when the table names a file that does not exist */
function loaderOf(view: string) {
  const load = modules[`../views/${view}.tsx`];
  if (load === undefined) throw new Error(`src/views/${view}.tsx does not exist`);
  return load;
}

/** The routes of the screens that need a permission; each is loaded when it is first opened. */
export const screenRoutes = Object.values<AnyScreen>(screenTable).map(({ address, view }) => ({
  pattern: address,
  Screen: lazy(loaderOf(view)),
}));
