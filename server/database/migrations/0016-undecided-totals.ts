import type { DdlWords } from './ddl-words.ts';

/** The part of the approved total of a box that nobody has decided, by the states that then were pending. */
export const undecidedTotals = ({ int8 }: DdlWords): string[] => [
  `alter table cajas add column por_decidir ${int8} not null default 0 check (por_decidir >= 0)`,
  `update cajas set por_decidir = (
    select coalesce(sum(coalesce(gastos.reembolsar, gastos.valor)), 0) from gastos
    where gastos.id_caja = cajas.id and gastos.estado in (1, 2, 5, 13)
  ) where active <> 5`,
];
