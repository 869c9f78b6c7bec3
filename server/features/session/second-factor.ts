import { changeRefusals, holderOf } from '#machines/domain/people/authority.ts';
import type { SignIn } from '#machines/domain/people/profiles.ts';
import type { Author } from '../../platform/database/administration-log.repository.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { HttpError, brokenRule, conflict, forbidden } from '../../platform/errors/http-error.ts';
import {
  type Operation,
  type SessionContext,
  authorOf,
  done,
} from '../../platform/http/operation.ts';
import { admitAttempt, markSuccess } from '../accounts/attempts.ts';
import {
  activateFactor,
  bareCode,
  countRecoveryCodes,
  deleteFactor,
  findFactor,
  hasFactor,
  insertFactor,
  isRequiredOf,
  newRecoveryCodes,
  newTotpSecret,
  recoveryHash,
  replaceRecoveryCodes,
  spendRecoveryCode,
  takeStep,
  totpStep,
  totpUri,
} from '../accounts/second-factor.repository.ts';
import { deleteSessionsOf, sessionStart } from '../accounts/session.repository.ts';
import {
  type UserRow,
  findUser,
  lockGoverned,
  lockUser,
  updateUser,
} from '../accounts/user.repository.ts';
import {
  codesRenewedMail,
  factorOffMail,
  factorOnMail,
  factorResetMail,
} from '../outbox/account-mails.ts';
import { queueMail } from '../outbox/outbox.repository.ts';
import { noticeRights } from '../outbox/rights-notice.ts';
import { beginProof, requireProof } from './own-password.ts';

/** One message for every invalid code: wrong, already used or too old. */
export const wrongCode = 'El código no es correcto o ya se usó.';

/**
 * Consumes a code: six digits of the device, or a recovery code.
 *
 * @returns the kind of sign-in; null when the code is not valid for this person
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
 * Runs work for which a signed-in person must enter a code; attempts are counted as at the sign-in.
 *
 * @throws HttpError 409 without a second factor, 422 for a wrong code, 429
 */
async function withCode<Result>(
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

/** Deletes the factor, ends the sessions and notifies the person. @returns false when there was no factor */
export async function resetFactorOf(trx: Trx, user: UserRow, by: Author): Promise<boolean> {
  if (!(await deleteFactor(trx, user.id, by))) return false;
  await deleteSessionsOf(trx, user.id);
  await queueMail(trx, factorResetMail(user), by.now);
  return true;
}

/** /restablecerSegundoFactor: for another person who lost the device and has no more permissions than the caller. */
export const resetSecondFactor: Operation<'/restablecerSegundoFactor'> = (
  { id_usuario },
  context,
) =>
  context.write(async (trx) => {
    const { session } = context;
    const { holder, user } = await lockGoverned(trx, session, id_usuario);
    if (user.id === session.idUsuario)
      throw new HttpError(409, { msg: 'Su propio segundo factor se cambia en su cuenta.' });
    if (changeRefusals(holder, holderOf(user)).length > 0)
      throw forbidden('No puede restablecer el segundo factor de quien tiene más permisos.');
    if (!(await resetFactorOf(trx, user, authorOf(context))))
      throw new HttpError(409, { msg: 'La persona no tiene segundo factor.' });
    const derechos_desde = context.now();
    await updateUser(trx, user.id, { derechos_desde }, authorOf(context));
    await noticeRights(trx, session.nombre, user, ['factor'], derechos_desde);
    context.log.warn({ usuario: user.id, por: session.idUsuario }, 'segundo factor restablecido');
    return done('Segundo factor restablecido');
  });

/** The person's own second factor: switching it on and off, and its recovery codes. */

const alreadyOn = () => conflict('factorIsOff', 'El segundo factor ya está activo.');

export const ownSecondFactor: Operation<'/miSegundoFactor'> = (_input, context) =>
  context.read(async (trx) => {
    const { idUsuario } = context.session;
    return {
      activo: (await hasFactor(trx, idUsuario)) ? 1 : 0,
      exigido: (await isRequiredOf(trx, idUsuario)) ? 1 : 0,
      codigos_restantes: await countRecoveryCodes(trx, idUsuario),
    };
  });

export const prepareSecondFactor: Operation<'/prepararSegundoFactor'> = (_input, context) =>
  context.write(async (trx) => {
    const { idUsuario, email } = context.session;
    await lockUser(trx, idUsuario);
    if (await hasFactor(trx, idUsuario)) throw alreadyOn();
    const secreto = newTotpSecret();
    await insertFactor(trx, idUsuario, secreto, authorOf(context));
    return { secreto, uri: totpUri(secreto, email) };
  });

async function mailTo(
  trx: Trx,
  { session, now }: SessionContext,
  mail: typeof factorOnMail,
): Promise<void> {
  const user = await findUser(trx, session.idUsuario);
  if (user !== undefined) await queueMail(trx, mail(user), now());
}

/** @returns the codes, which are shown only once */
async function renewRecoveryCodes(trx: Trx, idUsuario: number): Promise<string[]> {
  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(trx, idUsuario, codes.map(recoveryHash));
  return codes;
}

/**
 * Ends the sessions that were opened with the password alone; this browser gets a new one. Requires the current
 * password, as a password change does, so that an unattended page does not allow binding the account to another device.
 */
export const activateSecondFactor: Operation<'/activarSegundoFactor'> = async (input, context) => {
  const { idUsuario, id } = context.session;
  const proof = await context.write(async (trx) => {
    const user = await findUser(trx, idUsuario);
    if (user === undefined) throw new HttpError(401);
    return beginProof(trx, user, input.password_actual, context);
  });
  await requireProof(proof, input.password_actual, context);
  let codigos: string[] = [];
  await context.startSession({ idUsuario, metodo: 'clave_totp' }, async (trx) => {
    await lockUser(trx, idUsuario);
    if ((await sessionStart(trx, id)) === undefined) throw new HttpError(401);
    const factor = await findFactor(trx, idUsuario);
    if (factor === undefined)
      throw conflict('factorIsPrepared', 'Empiece de nuevo la activación del segundo factor.');
    if (factor.activo === 1) throw alreadyOn();
    const step = totpStep(factor.secreto, input.codigo.replace(/\s/g, ''), context.now());
    if (step === null) throw brokenRule('codigo', wrongCode);
    await activateFactor(trx, idUsuario, step, authorOf(context));
    codigos = await renewRecoveryCodes(trx, idUsuario);
    await deleteSessionsOf(trx, idUsuario);
    await queueMail(trx, factorOnMail(proof.user), context.now());
  });
  return done('Segundo factor activado', { codigos });
};

export const renewCodes: Operation<'/renovarCodigos'> = ({ codigo }, context) =>
  withCode(context, codigo, async (trx) => {
    const codigos = await renewRecoveryCodes(trx, context.session.idUsuario);
    await mailTo(trx, context, codesRenewedMail);
    return done('Códigos de recuperación renovados', { codigos });
  });

export const switchOffSecondFactor: Operation<'/desactivarSegundoFactor'> = ({ codigo }, context) =>
  withCode(context, codigo, async (trx) => {
    const { idUsuario } = context.session;
    if (await isRequiredOf(trx, idUsuario))
      throw conflict('factorIsOptional', 'Su perfil exige el segundo factor.');
    await deleteFactor(trx, idUsuario, authorOf(context));
    await mailTo(trx, context, factorOffMail);
    return done('Segundo factor desactivado');
  });
