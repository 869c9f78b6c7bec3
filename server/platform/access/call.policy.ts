import type { Who } from '#contract/call.ts';
import type { CallPath } from '#contract/contract.ts';
import type { Session } from './session.ts';
import { forbidden } from '../errors/http-error.ts';

const passwordPendingMessage = 'Debe cambiar su contraseña para continuar.';
const enrolmentPendingMessage = 'Debe activar el segundo factor para continuar.';

/** Duties that come before anything else, in this order, and the calls that are open meanwhile. */
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

/** @throws HttpError 403 while something else has to be done first; without a path, before everything */
function requireNothingDue(session: Session, path?: CallPath): void {
  const duty = duties.find(({ isDue }) => isDue(session));
  if (duty && !(path && duty.open.includes(path))) throw forbidden(duty.message);
}

export const hasSomePermission = (session: Session, permissions: readonly string[]): boolean =>
  permissions.some((permission) => session.permisos.includes(permission));

/** @throws HttpError 403 unless the session has one of the permissions and nothing to do first */
export function requirePermission(session: Session, permissions: readonly string[]): void {
  requireNothingDue(session);
  if (!hasSomePermission(session, permissions)) throw forbidden();
}

/** @throws HttpError 403 when the contract's table does not open the call to this session */
export function requireCall(session: Session, path: CallPath, who: Who): void {
  requireNothingDue(session, path);
  if (who === 'anyone' || who === 'session') return;
  if (!hasSomePermission(session, who)) throw forbidden();
}
