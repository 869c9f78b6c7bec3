import { grouped } from '#machines/domain/values/grouped.ts';
import type { Row } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { valuesOf } from '../../platform/database/queries.ts';
import { reasonTextOfExpense, recordedAgainAs } from '../cases/box.repository.ts';

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

/** Adds to each expense of a box the names of its categories, in their order; one that was itemised twice once. */
export async function withCategories<Expense extends { id: number }>(
  trx: Trx,
  idCaja: number,
  expenses: readonly Expense[],
): Promise<(Expense & { categorias: string[] })[]> {
  const categories = await trx
    .selectFrom('gasto_categoria')
    .innerJoin('gastos', 'gastos.id', 'gasto_categoria.id_gasto')
    .innerJoin('categoria_gasto', 'categoria_gasto.id', 'gasto_categoria.id_categoria')
    .select(['gasto_categoria.id_gasto', 'categoria_gasto.nombre'])
    .where('gastos.id_caja', '=', idCaja)
    .orderBy('gasto_categoria.orden')
    .execute();
  const names = grouped(
    categories,
    ({ id_gasto }) => id_gasto,
    ({ nombre }) => nombre,
  );
  return expenses.map((expense) => ({
    ...expense,
    categorias: [...new Set(names.get(expense.id))],
  }));
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
  return withCategories(trx, idCaja, expenses);
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
