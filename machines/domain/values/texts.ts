const number = new Intl.NumberFormat('es-CO');

/** A number as people read it: `20.000`, `2,5`. */
export const countOf = (count: number): string => number.format(count);

/** A number with its noun: `1 gasto`, `20.000 gastos`. */
export const counted = (count: number, one: string, many: string): string =>
  `${countOf(count)} ${count === 1 ? one : many}`;

/** A name as it stands within a sentence. */
export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** A text without its accents. */
export const withoutAccents = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '');

/** A text in lower case without accents, to compare it as people read it. */
export const unaccented = (text: string): string => withoutAccents(text).toLowerCase();
