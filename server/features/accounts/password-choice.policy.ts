import { dictionary } from '@zxcvbn-ts/language-common';
import {
  outsideRuns,
  passwordMessages,
  type PasswordOwner,
  passwordWeakness,
} from '#machines/domain/people/password-choice.ts';
import { unaccented } from '#machines/domain/values/unaccented.ts';
import { brokenRule } from '../../platform/errors/http-error.ts';

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
