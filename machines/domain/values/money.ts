/** Amounts are whole centavos in code, and pesos with at most two decimals on the wire. */

import { maximumPesos, parseMoney } from '#contract/typed-values.ts';

export { maximumPesos, moneyRefusal, parseMoney, typedPesos } from '#contract/typed-values.ts';

/** Thousands with commas, as in `141,250.00`. */
const withThousandsCommas = /^[1-9]\d{0,2}(,\d{3})+(\.\d{1,2})?$/;

/**
 * Parses an amount as banks and invoices print it: as `parseMoney`, and with thousands commas, a plus sign or `COP`.
 *
 * @returns centavos, or null when the text is not an amount; a negative one is none
 */
export const parsePrintedMoney = (text: string): number | null => {
  const bare = text.replace(/[$\s\u00a0\u202f]|COP/gi, '').replace(/^\+/, '');
  // Millions may have an apostrophe: `1'141.250`, `1'141,250.00`.
  const sign = /^[1-9]\d{0,2}['’´]\d{3},\d{3}/.test(bare) ? ',' : '.';
  const whole = bare.replace(/['’´](?=\d{3})/, sign);
  return parseMoney(withThousandsCommas.test(whole) ? whole.replaceAll(',', '') : whole);
};

/** Converts pesos of the wire to centavos; exact for at most two decimals. */
export const toCentavos = (amount: number): number => Math.round(amount * 100);

/** Converts centavos to pesos of the wire. */
export const toPesos = (centavos: number): number => centavos / 100;

/** Centavos of an amount without the tax that it includes. @param percent of the amount without it */
export const withoutTax = (centavos: number, percent: number): number =>
  Math.round((centavos * 100) / (100 + percent));

export const pesosOrNull = (centavos: number | null): number | null =>
  centavos === null ? null : toPesos(centavos);

export const centavosOrNull = (amount: number | null): number | null =>
  amount === null ? null : toCentavos(amount);

/**
 * True for a non-negative number of pesos with at most two decimals: its conversion to centavos and back is exact, so
 * that no tolerance is needed.
 */
export const isMoney = (amount: number): boolean =>
  amount >= 0 && amount <= maximumPesos && toPesos(toCentavos(amount)) === amount;

/** Groups thousands without Intl, which is slow to initialise. */
const group = (digits: string): string => digits.replace(/\B(?=(\d{3})+(?!\d))/g, '.');

const split = (centavos: number): { sign: string; whole: string; fraction: string } => {
  const absolute = Math.abs(centavos);
  return {
    sign: centavos < 0 ? '-' : '',
    whole: String(Math.trunc(absolute / 100)),
    fraction: String(absolute % 100).padStart(2, '0'),
  };
};

/** The answer of `/formatearNumero`: `$ 12.500`, or with centavos `$ 12500.50`, which `parseMoney` accepts. */
export function formatTyped(centavos: number): string {
  const { sign, whole, fraction } = split(centavos);
  return fraction === '00' ? `${sign}$ ${group(whole)}` : `${sign}$ ${whole}.${fraction}`;
}

/** Format of tables and documents (es-CO): `$ 12.500`, `$ 12.500,50`. */
export function formatMoney(centavos: number): string {
  const { sign, whole, fraction } = split(centavos);
  return `${sign}$ ${group(whole)}${fraction === '00' ? '' : `,${fraction}`}`;
}

/** Formats pesos of the wire like `formatMoney`. */
export const formatPesos = (amount: number): string => formatMoney(toCentavos(amount));

/** Formats an integer: `12.500`. */
export const formatCount = (count: number): string => group(String(count));

/** Centavos: values that differ by less than the smallest coin, $50, may be the same purchase. */
export const smallestCoin = 50_00;
