import { hash, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import { randomInt } from 'node:crypto';
import {
  type PasswordOwner,
  outsideRuns,
  passwordMessages,
  passwordWeakness,
  randomPassword,
} from '#machines/domain/people/password-choice.ts';
import { unaccented } from '#machines/domain/values/texts.ts';
import { hashOf } from '../../platform/access/digests.ts';
import type { PasswordCost } from '../../platform/config/config.ts';
import { adding, exists, removing, valuesOf } from '../../platform/database/queries.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { brokenRule } from '../../platform/errors/http-error.ts';

/** argon2id, salted, in the PHC form that carries its own parameters. */
export const hashPassword = (password: string, cost: PasswordCost): Promise<string> =>
  hash(password, cost);

const decoys = new Map<string, Promise<string>>();

/**
 * Hash of a discarded random password, of the same cost: a sign-in takes as long for an unknown user as for a known
 * one. Also the hash of users who have no password yet.
 */
export function hashOfNoPassword(cost: PasswordCost): Promise<string> {
  const key = JSON.stringify(cost);
  const made = decoys.get(key) ?? hashPassword(temporaryPassword(), cost);
  decoys.set(key, made);
  return made;
}

/** @param stored null for an unknown user: the result is then false, after the same work */
export async function passwordMatches(
  stored: string | null,
  password: string,
  cost: PasswordCost,
): Promise<boolean> {
  const matches = await verify(stored ?? (await hashOfNoPassword(cost)), password);
  return stored !== null && matches;
}

/** Ten random characters, valid under the password rules. */
export const temporaryPassword = (): string => randomPassword(randomInt);

/**
 * Stored digest of a temporary password. A fast hash is safe, since the password has 57 random bits and is valid for
 * half an hour; it also finds the row by equality when a user has several.
 */
export const temporaryDigest = (idUsuario: number, password: string): string =>
  hashOf(`${idUsuario} ${password}`);

type PasswordOwnerRow = Record<'razon_social' | 'email' | 'num_doc' | 'celular', string>;

/** Words that passwords in a Colombian company begin with and that the dictionary lacks. */
const wordsOfOurs = `
  caja cajas cajamenor tienda tiendas empresa gasto gastos reembolso usuario administrador gerente
  contabilidad mantenimiento bienvenido bienvenida cambiar cambio temporal ingreso sistema
  barranquilla cartagena manizales bucaramanga cucuta ibague antioquia paisa arepa deportivo millos
  falcao verano lunes viernes enero febrero marzo abril octubre diciembre millonarios atletico
  colombiano colombiana
`
  .trim()
  .split(/\s+/);

/** The 49,233 most common passwords of published leaks, in lower case, and the words above. */
const common = new Set<string>([...dictionary['passwords-common'], ...wordsOfOurs]);

/** Digits that are commonly added to a word: up to three, a year, or a run. */
const isUsualTail = (digits: string): boolean =>
  digits.length <= 3 || /^(19|20)\d\d$/.test(digits) || outsideRuns(digits) === 0;

/** True for a listed password, and for a listed word with such digits before or after it. */
function isCommon(folded: string): boolean {
  if (common.has(folded)) return true;
  const [, before = '', word = '', behind = ''] = /^(\d*)([a-z]+)(\d*)$/.exec(folded) ?? [];
  return common.has(word) && isUsualTail(before + behind);
}

/** @throws HttpError 422 for a weak or common password, or one that contains personal data */
export function requireGoodChoice(
  { razon_social: nombre, email, num_doc, celular }: PasswordOwnerRow,
  password: string,
): void {
  const weakness = refusedChoice(password, { nombre, email, num_doc, celular });
  if (weakness !== null) throw brokenRule('password', weakness);
}

/** Message for a weak, personal or common password; null for an acceptable one. */
export const refusedChoice = (password: string, owner: PasswordOwner): string | null =>
  passwordWeakness(password, owner) ??
  (isCommon(unaccented(password)) ? passwordMessages.common : null);

/** Finds an unused, unexpired temporary password by its digest. */
export const findTemporaryPassword = (
  trx: Trx,
  idUsuario: number,
  clave_hash: string,
  now: number,
) =>
  trx
    .selectFrom('clave_temporal')
    .select('id')
    .where('id_usuario', '=', idUsuario)
    .where('clave_hash', '=', clave_hash)
    .where('usada', 'is', null)
    .where('vence', '>', now)
    .executeTakeFirst();

/** True when a temporary password of the user expires after `instant`, used or not. */
export const hasTemporaryPasswordUntil = (
  trx: Trx,
  idUsuario: number,
  instant: number,
): Promise<boolean> =>
  exists(
    trx
      .selectFrom('clave_temporal')
      .select('id')
      .where('id_usuario', '=', idUsuario)
      .where('vence', '>', instant),
  );

/** Digests of all stored temporary passwords of a user, used or not. */
export const temporaryHashesOf = (trx: Trx, idUsuario: number): Promise<string[]> =>
  valuesOf(
    trx.selectFrom('clave_temporal').select('clave_hash').where('id_usuario', '=', idUsuario),
    'clave_hash',
  );

/** Earlier temporary passwords stay valid until they expire: another request must not void the owner's. */
export const insertTemporaryPassword = adding('clave_temporal');

/** @returns false when another request used it first */
export const spendTemporaryPassword = (trx: Trx, id: number, now: number): Promise<boolean> =>
  exists(
    trx
      .updateTable('clave_temporal')
      .set({ usada: now })
      .where('id', '=', id)
      .where('usada', 'is', null)
      .returning('id'),
  );

export const deleteTemporaryPasswordsOf = removing('clave_temporal', 'id_usuario');
