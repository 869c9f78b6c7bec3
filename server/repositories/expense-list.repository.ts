import type { Row } from '../database/schema.ts';
import type { Trx } from '../database/transactions.ts';
import { valuesOf } from './queries.ts';
import { reasonTextOfExpense, recordedAgainAs } from './stage-columns.ts';

/** An expense with what a list shows beside it. */
export interface ListedExpense extends Row<'gastos'> {
  num_doc: string;
  digito: string;
  /** Text of the reason with which it was rejected. */
  motivo_rechazo: string | null;
  registrado_de_nuevo: number | null;
  /** Names of its categories, in their order, each once. */
  categorias: string[];
}

/** Names of the categories of each expense of a box, in their order; one that was itemised twice once. */
export async function categoryNames(trx: Trx, idCaja: number): Promise<Map<number, Set<string>>> {
  const categories = await trx
    .selectFrom('gasto_categoria')
    .innerJoin('gastos', 'gastos.id', 'gasto_categoria.id_gasto')
    .innerJoin('categoria_gasto', 'categoria_gasto.id', 'gasto_categoria.id_categoria')
    .select(['gasto_categoria.id_gasto', 'categoria_gasto.nombre'])
    .where('gastos.id_caja', '=', idCaja)
    .orderBy('gasto_categoria.orden')
    .execute();
  const names = new Map<number, Set<string>>();
  for (const { id_gasto, nombre } of categories)
    names.set(id_gasto, (names.get(id_gasto) ?? new Set()).add(nombre));
  return names;
}

/** The expenses of a box with their suppliers and categories, in the order in which they were recorded. */
export async function listedExpenses(trx: Trx, idCaja: number): Promise<ListedExpense[]> {
  const expenses = await trx
    .selectFrom('gastos')
    .innerJoin('proveedores', 'proveedores.id', 'gastos.id_proveedor')
    .selectAll('gastos')
    .select(['proveedores.num_doc', 'proveedores.digito'])
    .select([reasonTextOfExpense.as('motivo_rechazo'), recordedAgainAs.as('registrado_de_nuevo')])
    .where('gastos.id_caja', '=', idCaja)
    .orderBy('gastos.id')
    .execute();
  const names = await categoryNames(trx, idCaja);
  return expenses.map((expense) => ({
    ...expense,
    categorias: [...(names.get(expense.id) ?? [])],
  }));
}

/** Sums that each occasional third party (a supplier that a store created) sold in the box, in centavos. */
export const occasionalTotals = (trx: Trx, idCaja: number): Promise<number[]> =>
  valuesOf(
    trx
      .selectFrom('gastos')
      .innerJoin('proveedores', 'proveedores.id', 'gastos.id_proveedor')
      .select(({ fn }) => fn.sum<number>('gastos.valor').as('total'))
      .where('gastos.id_caja', '=', idCaja)
      .where('proveedores.ocasional', '=', 1)
      .groupBy('gastos.id_proveedor'),
    'total',
  );
