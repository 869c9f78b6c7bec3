import type { SignIn } from '#machines/domain/people/profiles.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { admitAttempt } from './admit-attempt.ts';
import { bareCode, recoveryHash, totpStep } from '../accounts/second-factor.policy.ts';
import { brokenRule, conflict } from '../../platform/errors/http-error.ts';
import { markSuccess } from '../accounts/attempt.repository.ts';
import { findFactor, spendRecoveryCode, takeStep } from '../accounts/second-factor.repository.ts';
import type { SessionContext } from '../../platform/http/operation.ts';

/** One sentence for whatever is wrong with a code: another one's, used before, too old. */
export const wrongCode = 'El código no es correcto o ya se usó.';

/**
 * Uses a code up: six digits of the device, or a recovery code.
 *
 * @returns what was given; null when it is not a code of this person, or not any more
 */
export async function spendCode(
  trx: Trx,
  idUsuario: number,
  typed: string,
  now: number,
): Promise<Exclude<SignIn, 'clave'> | null> {
  const factor = await findFactor(trx, idUsuario);
  if (factor?.activo !== 1) return null;
  const code = bareCode(typed);
  if (!/^\d{6}$/.test(code)) {
    const spent = await spendRecoveryCode(trx, idUsuario, recoveryHash(code), now);
    return spent ? 'clave_recuperacion' : null;
  }
  const step = totpStep(factor.secreto, code, now);
  return step !== null && (await takeStep(trx, idUsuario, step)) ? 'clave_totp' : null;
}

/**
 * Runs what a signed-in person may do only with a code; guesses are counted as at the sign-in.
 *
 * @throws HttpError 409 without a second factor, 422 for a wrong code, 429
 */
export async function withCode<Result>(
  context: SessionContext & { ip: string },
  codigo: string,
  work: (trx: Trx) => Promise<Result>,
): Promise<Result> {
  const { session, ip } = context;
  const now = context.now();
  const ids = await context.write(async (trx) => {
    if ((await findFactor(trx, session.idUsuario))?.activo !== 1)
      throw conflict('factorIsOn', 'El segundo factor no está activo.');
    return admitAttempt(trx, 'codigo', { email: session.email, ip }, now);
  });
  return context.write(async (trx) => {
    if ((await spendCode(trx, session.idUsuario, codigo, now)) === null)
      throw brokenRule('codigo', wrongCode);
    await markSuccess(trx, ids);
    return work(trx);
  });
}
