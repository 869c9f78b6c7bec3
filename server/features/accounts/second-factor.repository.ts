import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { hashOf } from '../../platform/access/digests.ts';
import { type Author, logChanges } from '../../platform/database/administration-log.repository.ts';
import { exists, finding, removing } from '../../platform/database/queries.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { requiredProfiles } from '../settings/settings.ts';

/** Second factor: TOTP (RFC 6238) with parameters that every authenticator app supports, and recovery codes. */

/** Maximum milliseconds between the password and the code. */
export const CODE_TIME = 5 * 60_000;
/** Codes that may be tried in one sign-in; after that it starts again with the password. */
export const CODE_TRIES = 5;

const RECOVERY_CODES = 10;

/** Steps of 30 s accepted before and after the current one, for clock drift and slow typing. */
const WINDOW = 1;

const totpOf = (secret: Secret, label = ''): TOTP =>
  new TOTP({ issuer: 'Caja menor', label, secret, algorithm: 'SHA1', digits: 6, period: 30 });

/** Base32 of 160 random bits. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** The `otpauth://` address that a device reads from the QR code. */
export const totpUri = (secret: string, email: string): string =>
  totpOf(Secret.fromBase32(secret), email).toString();

/** @returns the number of the 30-second step that the code belongs to; null for a wrong code */
export function totpStep(secret: string, code: string, now: number): number | null {
  const totp = totpOf(Secret.fromBase32(secret));
  const delta = totp.validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}

/** Capitals and digits that are not confused with one another. */
const legible = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** `ABCD-EFGH-JKMN-PQRS`: 79 random bits, so a fast hash is enough to store it. */
const newRecoveryCode = (): string =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 4 }, () => legible[randomInt(legible.length)]).join(''),
  ).join('-');

export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, newRecoveryCode);

/** Normalises a typed code for comparison: no spaces or hyphens, upper case. */
export const bareCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase();

export const recoveryHash = (code: string): string => hashOf(bareCode(code));

/** Finds the factor of a user, confirmed or not. */
export const findFactor = finding('segundo_factor', 'id_usuario');

const removeFactor = removing('segundo_factor', 'id_usuario');
const removeCodes = removing('codigo_recuperacion', 'id_usuario');

export const hasFactor = async (trx: Trx, idUsuario: number): Promise<boolean> =>
  (await findFactor(trx, idUsuario))?.activo === 1;

/** Inserts an unconfirmed factor; it replaces an earlier unconfirmed one. */
export async function insertFactor(
  trx: Trx,
  idUsuario: number,
  secreto: string,
  by: Author,
): Promise<void> {
  await logChanges(trx, by, 'segundo_factor', ['id_usuario', idUsuario], async () => {
    await removeFactor(trx, idUsuario);
    await trx
      .insertInto('segundo_factor')
      .values({ id_usuario: idUsuario, secreto, creado: by.now })
      .execute();
  });
}

export async function activateFactor(
  trx: Trx,
  idUsuario: number,
  paso: number,
  by: Author,
): Promise<void> {
  await logChanges(trx, by, 'segundo_factor', ['id_usuario', idUsuario], () =>
    trx
      .updateTable('segundo_factor')
      .set({ activo: 1, ultimo_paso: paso })
      .where('id_usuario', '=', idUsuario)
      .execute(),
  );
}

/** @returns false when a code of this step, or of a later one, was used before */
export const takeStep = (trx: Trx, idUsuario: number, paso: number): Promise<boolean> =>
  exists(
    trx
      .updateTable('segundo_factor')
      .set({ ultimo_paso: paso })
      .where('id_usuario', '=', idUsuario)
      .where('ultimo_paso', '<', paso)
      .returning('id_usuario'),
  );

/** @returns false when there was none */
export async function deleteFactor(trx: Trx, idUsuario: number, by: Author): Promise<boolean> {
  await removeCodes(trx, idUsuario);
  const deleted = trx.deleteFrom('segundo_factor').where('id_usuario', '=', idUsuario);
  return logChanges(trx, by, 'segundo_factor', ['id_usuario', idUsuario], () =>
    exists(deleted.returning('id_usuario')),
  );
}

export async function replaceRecoveryCodes(
  trx: Trx,
  idUsuario: number,
  hashes: readonly string[],
): Promise<void> {
  await removeCodes(trx, idUsuario);
  await trx
    .insertInto('codigo_recuperacion')
    .values(hashes.map((hash) => ({ id_usuario: idUsuario, hash, usado: null })))
    .execute();
}

/** @returns false when there is no such code, or it was used */
export const spendRecoveryCode = (
  trx: Trx,
  idUsuario: number,
  hash: string,
  now: number,
): Promise<boolean> =>
  exists(
    trx
      .updateTable('codigo_recuperacion')
      .set({ usado: now })
      .where('id_usuario', '=', idUsuario)
      .where('hash', '=', hash)
      .where('usado', 'is', null)
      .returning('id_usuario'),
  );

export const countRecoveryCodes = async (trx: Trx, idUsuario: number): Promise<number> =>
  (
    await trx
      .selectFrom('codigo_recuperacion')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('id_usuario', '=', idUsuario)
      .where('usado', 'is', null)
      .executeTakeFirstOrThrow()
  ).total;

/** Tells whether the user's profile requires a second factor. */
export async function isRequiredOf(trx: Trx, idUsuario: number): Promise<boolean> {
  const { tipo } = await trx
    .selectFrom('usuarios')
    .select('tipo')
    .where('id', '=', idUsuario)
    .executeTakeFirstOrThrow();
  return (await requiredProfiles(trx)).includes(tipo);
}

export const mustEnrol = async (
  trx: Trx,
  { id, tipo }: { id: number; tipo: number },
): Promise<boolean> => (await requiredProfiles(trx)).includes(tipo) && !(await hasFactor(trx, id));
