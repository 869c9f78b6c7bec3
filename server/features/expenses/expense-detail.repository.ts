import type { Trx } from '../../platform/database/transactions.ts';
import { valuesOf } from '../../platform/database/queries.ts';

/** The categories with these ids, active or not. */
export const findCategories = (trx: Trx, ids: readonly number[]) =>
  trx
    .selectFrom('categoria_gasto')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();

/** Ids of the categories of a store format with these names. */
export const categoriesNamed = (
  trx: Trx,
  idFormato: number,
  names: readonly string[],
): Promise<number[]> =>
  valuesOf(
    trx
      .selectFrom('categoria_gasto')
      .select('id')
      .where('id_formato', '=', idFormato)
      .where('nombre', 'in', names)
      .orderBy('id'),
    'id',
  );
