import type { BodyOf } from '#contract/contract.ts';
import { admitAttempt } from './admit-attempt.ts';
import { requireGoodChoice } from '../accounts/password-choice.policy.ts';
import { hashPassword, passwordMatches, temporaryDigest } from '../accounts/password.policy.ts';
import { RECENT_SIGN_IN } from '../accounts/session.policy.ts';
import { brokenRule, forbidden, HttpError } from '../../platform/errors/http-error.ts';
import { markSuccess } from '../accounts/attempt.repository.ts';
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

/** A page that was left open must not be enough to take an account. */
const currentPassword = (mensaje: string) => brokenRule('password_actual', mensaje);

/**
 * The person as stored, and whether the current password has to come with the new one: a change that is due
 * follows a sign-in that has just proven it. The try counts as failed until it is known to be right.
 */
const begin = ({ password, password_actual }: Input, context: ChangeContext) =>
  context.write(async (trx) => {
    const { id, idUsuario, email, cambiarClave } = context.session;
    const now = context.now();
    const user = await findUser(trx, idUsuario);
    const start = await sessionStart(trx, id);
    if (user === undefined || start === undefined) throw new HttpError(401);
    requireGoodChoice(user, password);
    const temporary = await temporaryHashesOf(trx, idUsuario);
    if (cambiarClave || now - start <= RECENT_SIGN_IN) return { user, temporary, attempt: null };
    if (!password_actual) throw currentPassword('Escriba su contraseña actual para continuar.');
    const attempt = await admitAttempt(trx, 'login', { email, ip: context.ip }, now);
    return { user, temporary, attempt };
  });

type Begun = Awaited<ReturnType<typeof begin>>;

/** @throws HttpError 422 when the current password was asked for and is another one */
async function requireProof({ user, attempt }: Begun, input: Input, context: ChangeContext) {
  if (attempt === null) return;
  const { passwordCost } = context.config;
  if (!(await passwordMatches(user.clave_hash, input.password_actual ?? '', passwordCost)))
    throw currentPassword('La contraseña actual no es correcta.');
  await context.write((trx) => markSuccess(trx, attempt));
}

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
  await requireProof(begun, input, context);
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
