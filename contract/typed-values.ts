/** Parsers for typed money and for documents with their check digit. */

/** Largest amount that `parseMoney` accepts, in pesos; the limit of the wire is lower. */
export const maximumPesos = 999_999_999_999;

/** Largest amount of a call, in pesos: larger than any fund, and a sum of ninety thousand such amounts is exact. */
export const maximumAmount = 999_999_999;

export const tooMuchMoney = 'El valor puede ser de hasta $ 999.999.999';

const thousands = /^[1-9]\d{0,2}(\.\d{3})+$/;
/** Colombian notation: a decimal comma before one or two digits. */
const withComma = /^([1-9]\d{0,2}(?:\.\d{3})+|\d+),(\d{1,2})$/;
const pesos = /^\d+$/;
const decimals = /^\d+\.\d{1,2}$/;

/** Texts that are amounts, whatever their size. */
export const moneyText = /^\s*\$?\s*(\d{1,3}(\.\d{3})+|\d+)([.,]\d{1,2})?\s*$/;

/**
 * Parses a typed amount of pesos. `$` and spaces are ignored; `12.500` and `12500` are whole pesos,
 * `12500.5`, `12500,5` and `12.500,5` have decimals.
 *
 * @returns centavos, or null when the text is not an amount or above `maximumPesos`; `moneyRefusal` says which
 */
export function parseMoney(text: string): number | null {
  const bare = text
    .replace(/[$\s]/g, '')
    .replace(
      withComma,
      (_, whole: string, cents: string) => `${whole.replaceAll('.', '')}.${cents}`,
    );
  if (thousands.test(bare)) return inRange(Number(bare.replaceAll('.', '')) * 100);
  if (pesos.test(bare)) return inRange(Number(bare) * 100);
  if (!decimals.test(bare)) return null;
  const [whole = '0', fraction = ''] = bare.split('.');
  return inRange(Number(whole) * 100 + Number(fraction.padEnd(2, '0')));
}

/** The text is an amount with more digits than `maximumPesos`. */
const isTooLong = (text: string): boolean =>
  moneyText.test(text) && text.replace(/\D/g, '').replace(/^0+/, '').length > 12;

/**
 * Typed pesos for the schema of a call: an amount that `parseMoney` finds too large stays too large; undefined for a text
 * that is no amount.
 */
export function typedPesos(text: string): number | undefined {
  const centavos = parseMoney(text);
  if (centavos !== null) return centavos / 100;
  return isTooLong(text) ? maximumPesos + 1 : undefined;
}

/** What is wrong with a typed amount that `parseMoney` does not read. */
export const moneyRefusal = (text: string): string =>
  isTooLong(text) ? tooMuchMoney : 'Solo números';

const inRange = (centavos: number): number | null =>
  centavos <= maximumPesos * 100 ? centavos : null;

/** Weights of the check digit, from the rightmost digit to the left (DIAN, Orden Administrativa 4 de 1989). */
const weights = [3, 7, 13, 17, 19, 23, 29, 37, 41, 43, 47, 53, 59, 67, 71] as const;

/**
 * Check digit of a NIT: digits right to left times the weights, summed, modulo 11; the remainder
 * when it is 0 or 1, otherwise 11 minus it.
 *
 * @param document digits only, 1 to 15 of them
 * @returns '0' to '9', or null when the text is not a document number
 */
export function checkDigit(document: string): string | null {
  if (!/^\d{1,15}$/.test(document)) return null;
  const sum = [...document]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (weights[index] ?? 0), 0);
  const remainder = sum % 11;
  return String(remainder < 2 ? remainder : 11 - remainder);
}

/**
 * A document as it is stored: `900.412.857-8` and `900 412 857` are `900412857`. A wrong check digit after a dash is
 * preserved, so that a rule that requires digits refuses it. Any other text is returned unchanged.
 */
export function readDocument(text: string): string {
  const bare = text.replace(/[\s.,]/g, '').replace(/[–—]/g, '-');
  const [, number, digit = ''] = /^(\d+)(?:-(\d?))?$/.exec(bare) ?? [];
  if (number === undefined) return text;
  return digit === '' || checkDigit(number) === digit ? number : bare;
}

/** A NIT as people read it: `900412857-8`; '' for ''. */
export const withCheckDigit = (nit: string): string =>
  nit === '' ? '' : `${nit}-${checkDigit(nit) ?? ''}`;

/** Splits a NIT without a dash before its check digit: `9004128578` may be 900412857-8, or a ten-digit number. */
export function nitInOnePiece(document: string): { number: string; digit: string } | null {
  const [, number, digit] = /^([89]\d{8})(\d)$/.exec(readDocument(document)) ?? [];
  if (number === undefined || digit === undefined || checkDigit(number) !== digit) return null;
  return { number, digit };
}
