/** The notes and coins of Colombia, the largest first. A count names its pieces by their place here. */
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

/** Some pieces of one of them; `valor` in pesos. */
export interface Pieces {
  clase: string;
  valor: number;
  cantidad: number;
}
