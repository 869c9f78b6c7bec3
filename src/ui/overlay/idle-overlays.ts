import { loadableWhenIdle } from '../layout/loadable.ts';

/** What nobody needs at once, in a file of its own that is fetched once the browser has nothing else to do. */

export const ActionMenu = loadableWhenIdle(
  async () => (await import('./ActionMenu.tsx')).ActionMenu,
);

export const ConfirmDialog = loadableWhenIdle(
  async () => (await import('./ConfirmDialog.tsx')).ConfirmDialog,
);

export const SideDrawer = loadableWhenIdle(
  async () => (await import('./SideDrawer.tsx')).SideDrawer,
);
