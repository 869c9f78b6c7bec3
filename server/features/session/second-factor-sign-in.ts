import { codeGuard, startAgainGuard } from '#contract/errors.ts';
import type { ProfileId } from '#machines/domain/people/profiles.ts';
import type { Row } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { admitAttempt } from './admit-attempt.ts';
import { CODE_TRIES } from '../accounts/second-factor.policy.ts';
import { HttpError } from '../../platform/errors/http-error.ts';
import { markSuccess } from '../accounts/attempt.repository.ts';
import { countCode, endPendingSignIn } from '../accounts/pending-sign-in.repository.ts';
import { spendTemporaryPassword } from '../accounts/temporary-password.repository.ts';
import { findUser, lockUser, type UserRow, updateUser } from '../accounts/user.repository.ts';
import type { OpenContext, Operation } from '../../platform/http/operation.ts';
import { spendCode, wrongCode } from './second-factor-code.ts';
import { workingHours } from '../settings/settings.repository.ts';
import { signedInAnswer } from './session-answer.ts';

const refusedBy = (guardia: string, mensaje: string) =>
  new HttpError(401, { motivos: [{ guardia, mensaje }] });

/** The password was right: the answer of `/auth/user` to whoever has a second factor. */
export const codeIsNeeded = () =>
  refusedBy(codeGuard, 'Escriba el código de su aplicación de autenticación.');

const startAgain = () =>
  refusedBy(startAgainGuard, 'El ingreso venció. Escriba de nuevo su correo y contraseña.');

interface CodeAttempt {
  ids: number[];
  user: UserRow;
  pending: Row<'ingreso_pendiente'>;
}

/** Committed before the code is looked at: a refused try stays counted, per sign-in and per account. */
const beginCodeAttempt = (context: OpenContext): Promise<CodeAttempt> =>
  context.write(async (trx) => {
    const now = context.now();
    const limits = { now, allowed: CODE_TRIES };
    const pending = await countCode(trx, context.pendingSignIn ?? '', limits);
    const user = pending && (await findUser(trx, pending.id_usuario));
    if (!pending || user?.active_ !== 1) throw startAgain();
    const ids = await admitAttempt(trx, 'codigo', { email: user.email, ip: context.ip }, now);
    return { ids, user, pending };
  });

/** @returns whether a new password is due. @throws HttpError when the temporary password was used meanwhile */
async function endPending(trx: Trx, { pending, user }: CodeAttempt, now: number): Promise<boolean> {
  if (!(await endPendingSignIn(trx, pending.id))) throw startAgain();
  if (pending.id_clave_temporal === null) return user.cambiar_clave === 1;
  if (!(await spendTemporaryPassword(trx, pending.id_clave_temporal, now))) throw startAgain();
  const actor = { id: user.id, profile: user.tipo as ProfileId };
  await updateUser(trx, user.id, { cambiar_clave: 1 }, { actor, now });
  return true;
}

/** /auth/codigo: the second half of a sign-in. */
export const giveCode: Operation<'/auth/codigo'> = async ({ codigo }, context) => {
  const attempt = await beginCodeAttempt(context);
  const { user, pending, ids } = attempt;
  const now = context.now();
  const method = await context.write((trx) => spendCode(trx, user.id, codigo, now));
  if (method === null)
    throw pending.intentos < CODE_TRIES ? refusedBy('codigo', wrongCode) : startAgain();
  let cambiarClave = false;
  const whose = { idUsuario: user.id, metodo: method };
  const debeInscribir = await context.startSession(whose, async (trx) => {
    if ((await lockUser(trx, user.id))?.active_ !== 1) throw startAgain();
    cambiarClave = await endPending(trx, attempt, now);
    await markSuccess(trx, ids);
  });
  context.forgetPendingSignIn();
  const hours = await context.read(workingHours);
  return signedInAnswer(user, { cambiarClave, debeInscribir }, hours);
};
