/** Terms of a search, read from the words that somebody typed. */
import { es } from 'date-fns/locale/es';
import { foldedText } from '../../platform/database/paging.ts';

export interface SearchTerms {
  words: readonly string[];
  /** Digits of an amount, a NIT, a receipt, an invoice or a box. */
  numbers: readonly string[];
  /** `-10` or `2026-10`; null for any. */
  month: string | null;
}

/** Months by their names and by their first letters. */
const monthNames = new Map(
  ([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] as const).flatMap((index) => {
    const name = es.localize.month(index);
    return [name, name.slice(0, 3)].map((key) => [key, String(index + 1).padStart(2, '0')]);
  }),
);

/** `$ 12.500`, `12.500,00` and `900.123.456-7` as digits: without cents and check digit. */
function digitsOf(piece: string): string | null {
  const [, digits] = /^\$?(\d{1,3}(?:\.\d{3})+|\d+)(?:,\d{0,2}|-\d?)?$/.exec(piece) ?? [];
  return digits?.replaceAll('.', '') ?? null;
}

/** A term of one letter finds too much to be asked for beside others. */
const SHORTEST_WORD = 2;

export function searchTermsOf(text: string): SearchTerms {
  const pieces = foldedText(text.normalize('NFC'))
    .split(/\s+/)
    .filter((piece) => piece !== '');
  const month = pieces.find((piece) => monthNames.has(piece));
  const isYear = (piece: string) => month !== undefined && /^20\d\d$/.test(piece);
  const others = pieces.filter((piece) => piece !== month && !isYear(piece));
  return {
    words: others.filter((piece) => digitsOf(piece) === null && piece.length >= SHORTEST_WORD),
    numbers: others.flatMap((piece) => digitsOf(piece) ?? []),
    month:
      month === undefined ? null : `${pieces.find(isYear) ?? ''}-${monthNames.get(month) ?? ''}`,
  };
}
