/** Money inside is whole centavos; on the wire it is pesos with at most two decimals. */

/** Largest amount that is read, in pesos; what crosses the wire is smaller still. */
export const maximumPesos = 999_999_999_999;

const thousands = /^[1-9]\d{0,2}(\.\d{3})+$/;
/** As Colombia writes decimals: a comma before one or two digits. */
const withComma = /^([1-9]\d{0,2}(?:\.\d{3})+|\d+),(\d{1,2})$/;
const pesos = /^\d+$/;
const decimals = /^\d+\.\d{1,2}$/;

/**
 * Reads what a person typed: `$` and spaces are ignored; `12.500` is thousands, `12500` pesos,
 * `12500.5`, `12500,5` and `12.500,5` decimals.
 *
 * @returns centavos, or null when the text is not an amount ('Solo números')
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

const inRange = (centavos: number): number | null =>
  centavos <= maximumPesos * 100 ? centavos : null;

/** Pesos of the wire to centavos; exact for at most two decimals. */
export const toCentavos = (amount: number): number => Math.round(amount * 100);

/** Centavos to pesos of the wire. */
export const toPesos = (centavos: number): number => centavos / 100;

export const pesosOrNull = (centavos: number | null): number | null =>
  centavos === null ? null : toPesos(centavos);

/**
 * True when the number has at most two decimals and is not negative: it is the number that its
 * centavos give back, which holds without a tolerance.
 */
export const isMoney = (amount: number): boolean =>
  amount >= 0 && amount <= maximumPesos && toPesos(toCentavos(amount)) === amount;

/** Without Intl, which takes a page 5 to 8 ms to begin. */
const group = (digits: string): string => digits.replace(/\B(?=(\d{3})+(?!\d))/g, '.');

const split = (centavos: number): { sign: string; whole: string; fraction: string } => {
  const absolute = Math.abs(centavos);
  return {
    sign: centavos < 0 ? '-' : '',
    whole: String(Math.trunc(absolute / 100)),
    fraction: String(absolute % 100).padStart(2, '0'),
  };
};

/** The text of `/formatearNumero`: `$ 12.500`, and `$ 12500.50` when there are centavos, so that it can be typed again. */
export function formatTyped(centavos: number): string {
  const { sign, whole, fraction } = split(centavos);
  return fraction === '00' ? `${sign}$ ${group(whole)}` : `${sign}$ ${whole}.${fraction}`;
}

/** The text of tables and documents (es-CO): `$ 12.500`, `$ 12.500,50`. */
export function formatMoney(centavos: number): string {
  const { sign, whole, fraction } = split(centavos);
  return `${sign}$ ${group(whole)}${fraction === '00' ? '' : `,${fraction}`}`;
}

/** Pesos of the wire as the text of tables. */
export const formatPesos = (amount: number): string => formatMoney(toCentavos(amount));

/** A whole number of things: `12.500`. */
export const formatCount = (count: number): string => group(String(count));

/** Centavos: less than the smallest coin, $50, tells no two purchases apart. */
export const smallestCoin = 50_00;
