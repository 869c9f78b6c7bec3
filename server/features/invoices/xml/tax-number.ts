import { checkDigit } from '#machines/domain/values/document-keys.ts';
import { quoted, RefusedFile } from './refused-file.ts';

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

/** @throws RefusedFile when it is no number, or the digit after its dash is another one */
export function requiredTaxNumber(text: string, given: string): string {
  const found = taxNumber(text, given);
  if (found === null) throw new RefusedFile(`El NIT del proveedor no es válido: ${quoted(text)}.`);
  const { number, digit } = found;
  if (digit !== '' && checkDigit(number) !== digit)
    throw new RefusedFile(
      `El dígito de verificación del NIT del proveedor no corresponde: ${quoted(text)}.`,
    );
  return number;
}

const FOREIGN_NUMBER_LENGTH = 40;

/** Documents of buyers are compared as text when they are no numbers. */
export const buyerNumber = (text: string, given: string): string =>
  taxNumber(text, given)?.number ??
  text
    .toUpperCase()
    .replace(/[^A-Z0-9-]/g, '')
    .slice(0, FOREIGN_NUMBER_LENGTH);
