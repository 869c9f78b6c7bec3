import { checkDigit } from '#contract/typed-values.ts';

export { checkDigit } from '#contract/typed-values.ts';

/** Keys that two documents share when they are the same one, however somebody typed them. */

/** Numbers of electronic invoices are compared in upper case, letters and digits only: `fe-0012` is `FE0012`. */
export const documentNumber = (text: string): string =>
  text.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** A number as it is saved, without the signs that a paper has between letters and digits: `R-55` is `R55`. */
export const storedNumber = (text: string): string => text.replace(/[\s.,\-–/#º°_]/g, '');

/** Receipts also without zeros in front of any of their numbers: `R-055` is `r55`, and `55` is another one. */
export const receiptNumberKey = (recibo: string): string =>
  documentNumber(recibo).replace(/(?<!\d)0+(?=\d)/g, '');

/** Digits of a tax number, without zeros in front. */
export const taxKey = (document: string): string => document.replace(/\D/g, '').replace(/^0+/, '');

/**
 * The keys under which the supplier of a document may stand: its own, that with the right check digit
 * appended, and that without it where the last digit is the right one.
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
 * A NIT without its check digit: `900123456-8` and `900.123.456-8` become `900123456`; where the digit
 * is written in one piece with the number, the digit set apart (`schemeID`) tells so. Zeros in front
 * stay.
 *
 * @param given the check digit that comes beside the number, '' without one
 * @returns null when it is no number, as the documents of other countries
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

/** Documents of buyers are compared as text when they are no numbers. */
export const buyerNumber = (text: string, given: string): string =>
  taxNumber(text, given)?.number ??
  text
    .toUpperCase()
    .replace(/[^A-Z0-9-]/g, '')
    .slice(0, FOREIGN_NUMBER_LENGTH);
