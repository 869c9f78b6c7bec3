/** The current password, asked for where a page that was left open must not be enough to take an account. */
import type { Trx } from '../../platform/database/transactions.ts';
import { brokenRule, HttpError } from '../../platform/errors/http-error.ts';
import { passwordMatches } from '../accounts/password.policy.ts';
import { RECENT_SIGN_IN } from '../accounts/session.policy.ts';
import { markSuccess } from '../accounts/attempt.repository.ts';
import { sessionStart } from '../accounts/session.repository.ts';
import type { UserRow } from '../accounts/user.repository.ts';
import type { SessionContext } from '../../platform/http/operation.ts';
import { admitAttempt } from './admit-attempt.ts';

type ProofContext = SessionContext & { ip: string };

const currentPassword = (mensaje: string) => brokenRule('password_actual', mensaje);

interface Proof {
  user: UserRow;
  /** The try, which counts as failed until the password is known to be right; null where none is asked for. */
  attempt: number[] | null;
}

/**
 * Asks for the password, unless the sign-in is recent or a new one is due, which follows a sign-in that has just
 * proven it.
 *
 * @throws HttpError 401 when the session has ended, 422 when the password is missing, 429
 */
export async function beginProof(
  trx: Trx,
  user: UserRow,
  password: string | null | undefined,
  { session, now, ip }: ProofContext,
): Promise<Proof> {
  const { id, email, cambiarClave } = session;
  const instant = now();
  const start = await sessionStart(trx, id);
  if (start === undefined) throw new HttpError(401);
  if (cambiarClave || instant - start <= RECENT_SIGN_IN) return { user, attempt: null };
  if (!password) throw currentPassword('Escriba su contraseña actual para continuar.');
  return { user, attempt: await admitAttempt(trx, 'login', { email, ip }, instant) };
}

/** Outside of a transaction: hashing takes long. @throws HttpError 422 when it is another password */
export async function requireProof(
  { user, attempt }: Proof,
  password: string | null | undefined,
  { config, write }: ProofContext,
): Promise<void> {
  if (attempt === null) return;
  if (!(await passwordMatches(user.clave_hash, password ?? '', config.passwordCost)))
    throw currentPassword('La contraseña actual no es correcta.');
  await write((trx) => markSuccess(trx, attempt));
}
