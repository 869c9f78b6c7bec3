import type { BodyOf } from '#contract/contract.ts';
import { beginProof, requireProof } from './current-password.ts';
import { requireGoodChoice } from '../accounts/password-choice.policy.ts';
import { hashPassword, passwordMatches, temporaryDigest } from '../accounts/password.policy.ts';
import { brokenRule, forbidden, HttpError } from '../../platform/errors/http-error.ts';
import { withdrawInvitation } from '../accounts/invitation.repository.ts';
import { queueMail } from '../outbox/outbox.repository.ts';
import { deleteSessionsOf, sessionStart } from '../accounts/session.repository.ts';
import {
  deleteTemporaryPasswordsOf,
  temporaryHashesOf,
} from '../accounts/temporary-password.repository.ts';
import { findUser, normalEmail, updateUser } from '../accounts/user.repository.ts';
import { passwordChangedMail } from '../outbox/account-mails.ts';
import { authorOf, done, type Operation } from '../../platform/http/operation.ts';

type Input = BodyOf<'/changePwd'>;
type ChangeContext = Parameters<Operation<'/changePwd'>>[1];

/** A new password that will not do is refused before the current one is asked for. */
const begin = (input: Input, context: ChangeContext) =>
  context.write(async (trx) => {
    const { idUsuario } = context.session;
    const user = await findUser(trx, idUsuario);
    if (user === undefined) throw new HttpError(401);
    requireGoodChoice(user, input.password);
    const temporary = await temporaryHashesOf(trx, idUsuario);
    return { temporary, ...(await beginProof(trx, user, input.password_actual, context)) };
  });

type Begun = Awaited<ReturnType<typeof begin>>;

/** @throws HttpError 422 for the password of before, and for one that came by mail */
async function requireAnother(
  { user, temporary }: Begun,
  { password }: Input,
  context: ChangeContext,
) {
  const isMailed = temporary.includes(temporaryDigest(user.id, password));
  if (isMailed || (await passwordMatches(user.clave_hash, password, context.config.passwordCost)))
    throw brokenRule('password', 'La contraseña debe ser distinta de la anterior.');
}

/**
 * Ends every other session of the person, and gives this one a new cookie. Whoever was put out while the
 * new password was being hashed no longer has a say in it.
 */
export const changePassword: Operation<'/changePwd'> = async (input, context) => {
  const { idUsuario, email, id, metodo } = context.session;
  if (normalEmail(input.email) !== email) {
    throw forbidden('Solo puede cambiar la contraseña de su propia cuenta.');
  }
  const begun = await begin(input, context);
  await requireProof(begun, input.password_actual, context);
  await requireAnother(begun, input, context);
  const clave_hash = await hashPassword(input.password, context.config.passwordCost);
  await context.startSession({ idUsuario, metodo }, async (trx) => {
    await updateUser(trx, idUsuario, { clave_hash, cambiar_clave: 0 }, authorOf(context));
    if ((await sessionStart(trx, id)) === undefined) throw new HttpError(401);
    await deleteTemporaryPasswordsOf(trx, idUsuario);
    await withdrawInvitation(trx, idUsuario, authorOf(context));
    await deleteSessionsOf(trx, idUsuario);
    await queueMail(trx, passwordChangedMail(begun.user), context.now());
  });
  return done('Contraseña actualizada');
};
