import { grouped } from '#machines/domain/values/grouped.ts';
import type { NewRow, Row, RowChanges } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { creating, finding, removing, valuesOf } from '../../platform/database/queries.ts';

export type ExpenseRow = Row<'gastos'>;

/** An expense with the ids of its categories, in their order. */
export interface CategorisedExpense extends ExpenseRow {
  categoryIds: number[];
}

export const findExpense = finding('gastos', 'id');
export const insertExpense = creating('gastos');

/** Every expense of a box, in the order in which they were recorded. */
export const expensesOfBox = (trx: Trx, idCaja: number): Promise<ExpenseRow[]> =>
  trx.selectFrom('gastos').selectAll().where('id_caja', '=', idCaja).orderBy('id').execute();

export const categoryIdsOf = (trx: Trx, idGasto: number): Promise<number[]> =>
  valuesOf(
    trx
      .selectFrom('gasto_categoria')
      .select('id_categoria')
      .where('id_gasto', '=', idGasto)
      .orderBy('orden'),
    'id_categoria',
  );

/** The taxes of its split. */
export const taxIdsOf = (trx: Trx, idGasto: number): Promise<(number | null)[]> =>
  valuesOf(
    trx.selectFrom('gasto_categoria').select('iva_item').where('id_gasto', '=', idGasto),
    'iva_item',
  );

/** The same with their categories. */
export async function categorisedExpenses(trx: Trx, idCaja: number): Promise<CategorisedExpense[]> {
  const expenses = await expensesOfBox(trx, idCaja);
  const categories = await trx
    .selectFrom('gasto_categoria')
    .innerJoin('gastos', 'gastos.id', 'gasto_categoria.id_gasto')
    .select(['gasto_categoria.id_gasto', 'gasto_categoria.id_categoria'])
    .where('gastos.id_caja', '=', idCaja)
    .orderBy('gasto_categoria.orden')
    .execute();
  const ids = grouped(
    categories,
    ({ id_gasto }) => id_gasto,
    ({ id_categoria }) => id_categoria,
  );
  return expenses.map((expense) => ({ ...expense, categoryIds: ids.get(expense.id) ?? [] }));
}

/** Writes the changes and raises the version that reviewers see. */
const changed = (trx: Trx, changes: RowChanges<'gastos'>) =>
  trx
    .updateTable('gastos')
    .set((expression) => ({ ...changes, version: expression('version', '+', 1) }));

export const updateExpense = async (
  trx: Trx,
  id: number,
  changes: RowChanges<'gastos'>,
): Promise<void> => {
  await changed(trx, changes).where('id', '=', id).execute();
};

/** All of them come to the same state, with the same changes. */
export const moveExpenses = async (
  trx: Trx,
  ids: readonly number[],
  changes: RowChanges<'gastos'> & { estado: number; cambio: number },
): Promise<void> => {
  await changed(trx, changes).where('id', 'in', ids).execute();
};

const removeCategories = removing('gasto_categoria', 'id_gasto');
const removeExpense = removing('gastos', 'id');

export async function deleteExpense(trx: Trx, id: number): Promise<void> {
  await removeCategories(trx, id);
  await removeExpense(trx, id);
}

type NewCategories = readonly Omit<NewRow<'gasto_categoria'>, 'id_gasto' | 'orden'>[];

/** The categories of an expense become these, with their split when there is one. */
export async function replaceCategories(
  trx: Trx,
  idGasto: number,
  categories: NewCategories,
): Promise<void> {
  await removeCategories(trx, idGasto);
  await insertCategories(trx, idGasto, categories);
}

/** The categories of an expense that has none. */
export async function insertCategories(
  trx: Trx,
  idGasto: number,
  categories: NewCategories,
): Promise<void> {
  if (categories.length === 0) return;
  await trx
    .insertInto('gasto_categoria')
    .values(categories.map((category, orden) => ({ ...category, id_gasto: idGasto, orden })))
    .execute();
}
