import type { Permission } from '#contract/permissions.ts';
import { permissionsOf } from '#machines/flows/session/session.selectors.ts';
import { Session } from '../actors/SessionProvider.tsx';

/** Whether a link to a screen leads anywhere for this person: `useMayOpen('crearUsuario')`. */
export const useMayOpen = (permission: Permission): boolean =>
  Session.useSelector(permissionsOf).includes(permission);
