import { loadable, loadableWhenIdle } from '../layout/loadable.ts';

/** Overlays that are not needed immediately, in a separate chunk that is fetched when the browser is idle. */

export const ActionMenu = loadableWhenIdle(
  async () => (await import('./ActionMenu.tsx')).ActionMenu,
);

export const ConfirmDialog = loadableWhenIdle(
  async () => (await import('./ConfirmDialog.tsx')).ConfirmDialog,
);

export const SideDrawer = loadableWhenIdle(
  async () => (await import('./SideDrawer.tsx')).SideDrawer,
);

/** Requested once it is rendered. */
export const TitledDialog = loadable(
  async () => (await import('./ConfirmDialog.tsx')).TitledDialog,
);
