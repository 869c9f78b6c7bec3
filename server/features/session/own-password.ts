import { setTimeout as wait } from 'node:timers/promises';
import type { BodyOf } from '#contract/contract.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { HttpError, brokenRule, forbidden } from '../../platform/errors/http-error.ts';
import {
  type OpenContext,
  type Operation,
  type SessionContext,
  authorOf,
  done,
} from '../../platform/http/operation.ts';
import { admitAttempt, markSuccess } from '../accounts/attempts.ts';
import {
  deleteTemporaryPasswordsOf,
  hasTemporaryPasswordUntil,
  hashPassword,
  insertTemporaryPassword,
  passwordMatches,
  requireGoodChoice,
  temporaryDigest,
  temporaryHashesOf,
  temporaryPassword,
} from '../accounts/passwords.ts';
import { RECENT_SIGN_IN, deleteSessionsOf, sessionStart } from '../accounts/session.repository.ts';
import {
  type UserRow,
  findUser,
  lockUserByEmail,
  normalEmail,
  updateUser,
  withdrawInvitation,
} from '../accounts/user.repository.ts';
import { passwordChangedMail, recoveryMail } from '../outbox/account-mails.ts';
import { queueMail } from '../outbox/outbox.repository.ts';

/** Verification of the current password, so that an unattended page is not enough to take over an account. */

type ProofContext = SessionContext & { ip: string };

const currentPassword = (mensaje: string) => brokenRule('password_actual', mensaje);

interface Proof {
  user: UserRow;
  /** The attempt, counted as failed until the password is verified; null when no password is required. */
  attempt: number[] | null;
}

/**
 * Requires the current password, except after a recent sign-in, or while a new password is due, which follows a sign-in
 * that has just verified one.
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

/** Runs outside of a transaction, since hashing is slow. @throws HttpError 422 for a wrong password */
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

type Input = BodyOf<'/changePwd'>;
type ChangeContext = Parameters<Operation<'/changePwd'>>[1];

/** Refuses an unsuitable new password before it requires the current one. */
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

/** @throws HttpError 422 for the current password, and for a temporary one */
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
 * Ends every other session of the person, and gives this one a new cookie. Nothing changes when this session ended
 * while the new password was being hashed.
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

/** How long a temporary password may be used, minutes. */
const VALID_MINUTES = 30;
/** Minimum minutes between two mails to an account, for all requests; a temporary password is valid for longer. */
const PAUSE_MINUTES = 5;
const MINUTE = 60_000;

const answered = 'Si el correo está registrado, recibirá una contraseña temporal.';

async function recover(email: string, context: OpenContext): Promise<void> {
  const now = context.now();
  await context.write(async (trx) => {
    const user = await lockUserByEmail(trx, email);
    if (!user) return;
    const vence = now + VALID_MINUTES * MINUTE;
    if (await hasTemporaryPasswordUntil(trx, user.id, vence - PAUSE_MINUTES * MINUTE)) return;
    const password = temporaryPassword();
    const clave_hash = temporaryDigest(user.id, password);
    const given = { id_usuario: user.id, clave_hash, vence, usada: null };
    await insertTemporaryPassword(trx, given);
    await queueMail(trx, recoveryMail(user, password, VALID_MINUTES), now);
  });
}

/** Same answer after the same time, so that it does not reveal whether the address exists or a mail is sent. */
export const recoverPassword: Operation<'/recoverPassword'> = async (input, context) => {
  await Promise.all([recover(input.email, context), wait(context.config.recoveryTime)]);
  return done(answered);
};
