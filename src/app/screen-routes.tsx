import type { ComponentType } from 'react';
import { matchPath } from 'react-router-dom';
import type { StageName } from '#contract/wire-stages.ts';
import { loadable, loadableWhenIdle } from '../ui/layout/loadable.ts';
import { screens } from '../shell/screens/screen-table.ts';

/** Views of a single stage ignore `stage`. */
interface ViewProps {
  stage?: StageName | undefined;
}

/** The modules of the views that the table names; vite.config.ts groups them into chunks. */
const modules = import.meta.glob<{ default: ComponentType<ViewProps> }>([
  '../features/*/*View.tsx',
  '!../features/session/*',
  '!../features/help/*',
]);

/** @throws Error when the table names a file that does not exist */
function loaderOf(view: string) {
  const load = modules[`../features/${view}.tsx`];
  if (load === undefined) throw new Error(`src/features/${view}.tsx does not exist`);
  return async () => (await load()).default;
}

/** The routes of the screens that need a permission; each is loaded when it is first opened or preloaded. */
export const screenRoutes = screens.map(({ permission, address, view, stage, turns = false }) => ({
  permission,
  pattern: address,
  stage,
  turns,
  Screen: loadable(loaderOf(view)),
}));

export const NextStep = loadableWhenIdle(
  async () => (await import('../features/onboarding/NextStep.tsx')).NextStep,
);

export const ChangePassword = loadable(
  async () => (await import('../features/session/ChangePasswordView.tsx')).ChangePasswordView,
);

export const Account = loadable(
  async () => (await import('../features/session/AccountView.tsx')).AccountView,
);

export const Help = loadable(async () => (await import('../features/help/HelpView.tsx')).HelpView);

export const SessionExpiredDialog = loadable(
  async () => (await import('../features/session/SessionExpiredDialog.tsx')).SessionExpiredDialog,
);

export const SearchDialog = loadable(
  async () => (await import('../features/search/SearchDialog.tsx')).SearchDialog,
);

export const QueuePanel = loadable(
  async () => (await import('../features/queue/QueuePanel.tsx')).QueuePanel,
);

export const FormsWithoutSignal = loadable(
  async () => (await import('../features/queue/FormsWithoutSignal.tsx')).FormsWithoutSignal,
);

/** Loads the code of the screen at an address, `/verCaja/12`. */
export const preloadScreen = (address: string): Promise<unknown> | undefined =>
  screenRoutes
    .find(({ pattern }) => matchPath(pattern, address.replace(/\?.*$/, '')))
    ?.Screen.preload();

/**
 * Loads the code of every screen that a user may open, except the workflow, which is larger than all the others. One
 * after another, the form of an expense first: on a slow network, the screen that is opened meanwhile does not wait for
 * the code of others.
 */
export async function loadPermitted(permissions: readonly string[]): Promise<void> {
  const records = permissions.includes('crearGasto');
  const permitted = screenRoutes.filter(
    ({ permission }) => permissions.includes(permission) && permission !== 'flujo',
  );
  const [forms, others] = [true, false].map((isForm) =>
    permitted.filter(({ permission }) => (permission === 'crearGasto') === isForm),
  );
  const parts = [
    ...(forms ?? []).map(({ Screen }) => Screen),
    SessionExpiredDialog,
    SearchDialog,
    ...(records ? [QueuePanel, FormsWithoutSignal] : []),
    ...(others ?? []).map(({ Screen }) => Screen),
  ];
  for (const part of parts) await part.preload();
}

/** Only a reload of the page requests code that failed to load again; drafts survive it. */
export const reload = () => window.location.reload();
