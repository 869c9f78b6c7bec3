const number = new Intl.NumberFormat('es-CO');

/** A number in es-CO format: `20.000`, `2,5`. */
export const countOf = (count: number): string => number.format(count);

/** A number with its noun: `1 gasto`, `20.000 gastos`. */
export const counted = (count: number, one: string, many: string): string =>
  `${countOf(count)} ${count === 1 ? one : many}`;

/** A text with a lower-case first letter, for use within a sentence. */
export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

export const withoutAccents = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '');

/** A text in lower case without accents, for comparison. */
export const unaccented = (text: string): string => withoutAccents(text).toLowerCase();

/** A text for comparison: without accents, case and repeated spaces. */
export const sameText = (text: string): string => unaccented(text).replace(/\s+/g, ' ').trim();

/** Anomalies of an expense, one per line of its `informe_novedad`. */
export const anomaliesIn = (report: string): string[] =>
  report.split('\n').filter((line) => line.trim() !== '');
