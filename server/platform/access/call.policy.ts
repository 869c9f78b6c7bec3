import type { Call } from '#contract/call.ts';
import type { CallPath, Document } from '#contract/contract.ts';
import type { KeyScope } from '#contract/key-scopes.ts';
import type { Session } from './session.ts';
import { forbidden } from '../errors/http-error.ts';

const passwordPendingMessage = 'Debe cambiar su contraseña para continuar.';
const enrolmentPendingMessage = 'Debe activar el segundo factor para continuar.';

/** Pending actions that a user must complete first, in this order, and the calls allowed until then. */
const duties: readonly {
  isDue: (session: Session) => boolean;
  open: readonly CallPath[];
  message: string;
}[] = [
  {
    isDue: ({ cambiarClave }) => cambiarClave,
    open: ['/auth/sesion', '/auth/logout', '/changePwd'],
    message: passwordPendingMessage,
  },
  {
    isDue: ({ debeInscribir }) => debeInscribir,
    open: [
      '/auth/sesion',
      '/auth/logout',
      '/miSegundoFactor',
      '/prepararSegundoFactor',
      '/activarSegundoFactor',
    ],
    message: enrolmentPendingMessage,
  },
];

/** @throws HttpError 403 while a duty is pending and does not allow the path; without a path, while any is pending */
function requireNothingDue(session: Session, path?: CallPath): void {
  const duty = duties.find(({ isDue }) => isDue(session));
  if (duty && !(path && duty.open.includes(path))) throw forbidden(duty.message);
}

export const hasSomePermission = (session: Session, permissions: readonly string[]): boolean =>
  permissions.some((permission) => session.permisos.includes(permission));

/** @throws HttpError 403 unless the session has one of the permissions and no pending duty */
export function requirePermission(session: Session, permissions: readonly string[]): void {
  requireNothingDue(session);
  if (!hasSomePermission(session, permissions)) throw forbidden();
}

/** @throws HttpError 403 for a machine whose key lacks the scope; false for a person */
function isMachineWith({ alcances }: Session, scope: KeyScope | undefined): boolean {
  if (alcances === undefined) return false;
  if (scope === undefined || !alcances.includes(scope))
    throw forbidden('Esta clave no tiene el alcance de esta llamada.');
  return true;
}

/** @throws HttpError 403 when the contract does not allow the document to this session, or a duty is pending */
export function requireDocument(session: Session, { who, keys }: Document): void {
  if (!isMachineWith(session, keys)) requirePermission(session, who);
}

/** @throws HttpError 403 when the contract does not allow the call to this session, or a duty is pending */
export function requireCall(session: Session, path: CallPath, { who, keys }: Call): void {
  if (isMachineWith(session, keys)) return;
  requireNothingDue(session, path);
  if (who === 'anyone' || who === 'session') return;
  if (!hasSomePermission(session, who)) throw forbidden();
}
