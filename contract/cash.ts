/** The cash of a fund. Without schemas, since the first lists need it. */

/** Colombian notes and coins, largest first. Counts refer to them by index. */
export const denominations = [
  { clase: 'billete', valor: 100_000 },
  { clase: 'billete', valor: 50_000 },
  { clase: 'billete', valor: 20_000 },
  { clase: 'billete', valor: 10_000 },
  { clase: 'billete', valor: 5_000 },
  { clase: 'billete', valor: 2_000 },
  { clase: 'billete', valor: 1_000 },
  { clase: 'moneda', valor: 1_000 },
  { clase: 'moneda', valor: 500 },
  { clase: 'moneda', valor: 200 },
  { clase: 'moneda', valor: 100 },
  { clase: 'moneda', valor: 50 },
] as const;

/** Counted pieces of one denomination; `valor` in pesos. */
export interface Pieces {
  clase: string;
  valor: number;
  cantidad: number;
}

/** Percentage of its base at which a fund is low, by default; 0: no fund is. */
export const usualLowFund = 30;
