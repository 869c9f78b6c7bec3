import { checkDigit } from '#contract/typed-values.ts';

export { checkDigit } from '#contract/typed-values.ts';

/** Normalised keys by which documents are compared, however they were typed. */

/** Numbers of electronic invoices are compared in upper case, letters and digits only: `fe-0012` is `FE0012`. */
export const documentNumber = (text: string): string =>
  text.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** A number as it is stored, without punctuation: `R-55` is `R55`. */
export const storedNumber = (text: string): string => text.replace(/[\s.,\-–/#º°_]/g, '');

/** Like `documentNumber`, without leading zeros in any group of digits: `R-055` is `R55`, which differs from `55`. */
export const receiptNumberKey = (recibo: string): string =>
  documentNumber(recibo).replace(/(?<!\d)0+(?=\d)/g, '');

/** Digits of a tax number, without leading zeros; a passport keeps its letters. */
export const taxKey = (document: string): string =>
  /[a-z]/i.test(document)
    ? documentNumber(document)
    : document.replace(/\D/g, '').replace(/^0+/, '');

/**
 * Keys under which the supplier of a document may be stored: its own key, that key with its check digit appended, and
 * that key without its last digit when this is a valid check digit.
 */
export function supplierKeys(document: string): string[] {
  const key = taxKey(document);
  const shorter = key.slice(0, -1);
  return [
    key,
    `${key}${checkDigit(key) ?? ''}`,
    ...(checkDigit(shorter) === key.at(-1) ? [shorter] : []),
  ].toSorted();
}

const withoutPunctuation = (text: string): string => text.replace(/[\s.,]/g, '');

/**
 * Splits a NIT into number and check digit: the number of `900123456-8` and `900.123.456-8` is `900123456`. A digit
 * appended without a dash is recognised by the separate check digit (`schemeID`). Leading zeros are preserved.
 *
 * @param given the separate check digit, '' without one
 * @returns null for a text that is not a number, such as a foreign document
 */
export function taxNumber(text: string, given = ''): { number: string; digit: string } | null {
  const [, number, digit] = /^(\d{1,15})(?:-(\d))?$/.exec(withoutPunctuation(text)) ?? [];
  if (number === undefined) return null;
  if (digit !== undefined) return { number, digit };
  const shorter = number.slice(0, -1);
  const isInOnePiece =
    number.endsWith(given) && checkDigit(shorter) === given && checkDigit(number) !== given;
  return isInOnePiece ? { number: shorter, digit: given } : { number, digit: '' };
}

const FOREIGN_NUMBER_LENGTH = 40;

/** Document of a buyer for comparison: its number, or normalised text when it is not a number. */
export const buyerNumber = (text: string, given: string): string =>
  taxNumber(text, given)?.number ??
  text
    .toUpperCase()
    .replace(/[^A-Z0-9-]/g, '')
    .slice(0, FOREIGN_NUMBER_LENGTH);
