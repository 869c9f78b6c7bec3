import type { NewRow, Row, RowChanges } from '../database/schema.ts';
import type { Trx } from '../database/transactions.ts';
import { valuesOf } from './queries.ts';

export type ExpenseRow = Row<'gastos'>;

/** An expense with the ids of its categories, in their order. */
export interface CategorisedExpense extends ExpenseRow {
  categoryIds: number[];
}

export const findExpense = (trx: Trx, id: number): Promise<ExpenseRow | undefined> =>
  trx.selectFrom('gastos').selectAll().where('id', '=', id).executeTakeFirst();

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
  const idsByExpense = new Map<number, number[]>();
  for (const { id_gasto, id_categoria } of categories)
    idsByExpense.set(id_gasto, [...(idsByExpense.get(id_gasto) ?? []), id_categoria]);
  return expenses.map((expense) => ({
    ...expense,
    categoryIds: idsByExpense.get(expense.id) ?? [],
  }));
}

export const insertExpense = async (trx: Trx, expense: NewRow<'gastos'>): Promise<number> =>
  (await trx.insertInto('gastos').values(expense).returning('id').executeTakeFirstOrThrow()).id;

/** Writes the changes and raises the version that reviewers see. */
export const updateExpense = async (
  trx: Trx,
  id: number,
  changes: RowChanges<'gastos'>,
): Promise<void> => {
  await trx
    .updateTable('gastos')
    .set((expression) => ({ ...changes, version: expression('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
};

/** All of them come to the same state, with the same changes. */
export const moveExpenses = async (
  trx: Trx,
  ids: readonly number[],
  changes: RowChanges<'gastos'> & { estado: number; cambio: number },
): Promise<void> => {
  await trx
    .updateTable('gastos')
    .set((expression) => ({ ...changes, version: expression('version', '+', 1) }))
    .where('id', 'in', ids)
    .execute();
};

export const deleteExpense = async (trx: Trx, id: number): Promise<void> => {
  await trx.deleteFrom('gasto_categoria').where('id_gasto', '=', id).execute();
  await trx.deleteFrom('gastos').where('id', '=', id).execute();
};

type NewCategories = readonly Omit<NewRow<'gasto_categoria'>, 'id_gasto' | 'orden'>[];

/** The categories of an expense become these, with their split when there is one. */
export async function replaceCategories(
  trx: Trx,
  idGasto: number,
  categories: NewCategories,
): Promise<void> {
  await trx.deleteFrom('gasto_categoria').where('id_gasto', '=', idGasto).execute();
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
