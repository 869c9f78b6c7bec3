import type { Who } from '#contract/call.ts';
import type { CallPath } from '#contract/contract.ts';
import type { Session } from '../operations/operation.ts';
import { forbidden } from '../refusal.ts';

export { permissionsOf } from '#machines/domain/authority.ts';

/** All that is open while a change of password is pending. */
const openWhilePasswordPending: readonly CallPath[] = [
  '/auth/sesion',
  '/auth/logout',
  '/changePwd',
];

export const passwordPendingMessage = 'Debe cambiar su contraseña para continuar.';

export const hasSomePermission = (session: Session, permissions: readonly string[]): boolean =>
  permissions.some((permission) => session.permisos.includes(permission));

/** @throws Refusal 403 unless the session has one of the permissions and no password change pending */
export function requirePermission(session: Session, permissions: readonly string[]): void {
  if (session.cambiarClave) throw forbidden(passwordPendingMessage);
  if (!hasSomePermission(session, permissions)) throw forbidden();
}

/** @throws Refusal 403 when the contract's table does not open the call to this session */
export function requireCall(session: Session, path: CallPath, who: Who): void {
  if (session.cambiarClave && !openWhilePasswordPending.includes(path)) {
    throw forbidden(passwordPendingMessage);
  }
  if (who === 'anyone' || who === 'session') return;
  if (!hasSomePermission(session, who)) throw forbidden();
}
