/** The person's own second factor: switching it on and off, and its recovery codes. */
import type { Trx } from '../../platform/database/transactions.ts';
import {
  newRecoveryCodes,
  newTotpSecret,
  recoveryHash,
  totpStep,
  totpUri,
} from '../accounts/second-factor.policy.ts';
import { brokenRule, conflict, HttpError } from '../../platform/errors/http-error.ts';
import {
  activateFactor,
  countRecoveryCodes,
  deleteFactor,
  findFactor,
  hasFactor,
  insertFactor,
  isRequiredOf,
  replaceRecoveryCodes,
} from '../accounts/second-factor.repository.ts';
import { queueMail } from '../outbox/outbox.repository.ts';
import { deleteSessionsOf, sessionStart } from '../accounts/session.repository.ts';
import { findUser, lockUser } from '../accounts/user.repository.ts';
import { codesRenewedMail, factorOffMail, factorOnMail } from '../outbox/account-mails.ts';
import {
  authorOf,
  done,
  type Operation,
  type SessionContext,
} from '../../platform/http/operation.ts';
import { beginProof, requireProof } from './current-password.ts';
import { withCode, wrongCode } from './second-factor-code.ts';

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

/** @returns the codes, which are shown this once */
async function renewRecoveryCodes(trx: Trx, idUsuario: number): Promise<string[]> {
  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(trx, idUsuario, codes.map(recoveryHash));
  return codes;
}

/**
 * A session that was opened with the password alone ends with it; this browser gets a new one. The current password comes
 * with the code as with a new password: who finds a page open does not bind the account to a device of theirs.
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
