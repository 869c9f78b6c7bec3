import { hash, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import { randomInt } from 'node:crypto';
import {
  type PasswordOwner,
  outsideRuns,
  passwordMessages,
  passwordWeakness,
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
 * A hash that nobody's password has, of the same cost: so that an unknown person takes as long as a known one, and for
 * people who have no password yet.
 */
export function hashOfNoPassword(cost: PasswordCost): Promise<string> {
  const key = JSON.stringify(cost);
  const made = decoys.get(key) ?? hashPassword(temporaryPassword(), cost);
  decoys.set(key, made);
  return made;
}

/** @param stored null when there is no such person: the answer is then false, after the same work */
export async function passwordMatches(
  stored: string | null,
  password: string,
  cost: PasswordCost,
): Promise<boolean> {
  const matches = await verify(stored ?? (await hashOfNoPassword(cost)), password);
  return stored !== null && matches;
}

/** Letters and digits that are not taken for one another when somebody copies them. */
const legible = 'ABCDEFGHJKMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789';

/** Ten characters by chance, within the rule for passwords. */
export const temporaryPassword = (): string =>
  Array.from({ length: 10 }, () => legible[randomInt(legible.length)]).join('');

/**
 * Digest of a temporary password, as it is stored: the password is 57 bits of chance, good for half an hour, so nobody tries them out, and
 * a digest finds the right one of several at the cost of none.
 */
export const temporaryDigest = (idUsuario: number, password: string): string =>
  hashOf(`${idUsuario} ${password}`);

type PasswordOwnerRow = Record<'razon_social' | 'email' | 'num_doc' | 'celular', string>;

/** Words that a Colombian company begins with and the list does not have. */
const wordsOfOurs = `
  caja cajas cajamenor tienda tiendas empresa gasto gastos reembolso usuario administrador gerente
  contabilidad mantenimiento bienvenido bienvenida cambiar cambio temporal ingreso sistema
  barranquilla cartagena manizales bucaramanga cucuta ibague antioquia paisa arepa deportivo millos
  falcao verano lunes viernes enero febrero marzo abril octubre diciembre millonarios atletico
  colombiano colombiana
`
  .trim()
  .split(/\s+/);

/** The 49,233 most common of published leaks, lower case, and the words above. */
const common = new Set<string>([...dictionary['passwords-common'], ...wordsOfOurs]);

/** Endings that people put behind a word: up to three digits, a year, or a run. */
const isUsualTail = (digits: string): boolean =>
  digits.length <= 3 || /^(19|20)\d\d$/.test(digits) || outsideRuns(digits) === 0;

/** Itself on the list, or a word of the list with the usual digits before or behind it. */
function isCommon(folded: string): boolean {
  if (common.has(folded)) return true;
  const [, before = '', word = '', behind = ''] = /^(\d*)([a-z]+)(\d*)$/.exec(folded) ?? [];
  return common.has(word) && isUsualTail(before + behind);
}

/** @throws HttpError 422 for a password that this person should not choose */
export function requireGoodChoice(
  { razon_social: nombre, email, num_doc, celular }: PasswordOwnerRow,
  password: string,
): void {
  const weakness = refusedChoice(password, { nombre, email, num_doc, celular });
  if (weakness !== null) throw brokenRule('password', weakness);
}

/** The sentence for a password that nobody should choose; null when it will do. */
export const refusedChoice = (password: string, owner: PasswordOwner): string | null =>
  passwordWeakness(password, owner) ??
  (isCommon(unaccented(password)) ? passwordMessages.common : null);

/** The one that has this digest, while it may be used. */
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

/** True when the person was given one that is good until after `instant`, used or not. */
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

/** Digests of every temporary password that is stored, used or not. */
export const temporaryHashesOf = (trx: Trx, idUsuario: number): Promise<string[]> =>
  valuesOf(
    trx.selectFrom('clave_temporal').select('clave_hash').where('id_usuario', '=', idUsuario),
    'clave_hash',
  );

/** Earlier ones stay valid for their time: a request for another must not take them from the owner. */
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
