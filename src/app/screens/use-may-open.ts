import type { Permission } from '#contract/permissions.ts';
import { permissionsOf } from '#machines/flows/session/session.setup.ts';
import { Session } from '../SessionProvider.tsx';

/** Tells whether the person may open a screen: `useMayOpen('crearUsuario')`. */
export const useMayOpen = (permission: Permission): boolean =>
  Session.useSelector(permissionsOf).includes(permission);
