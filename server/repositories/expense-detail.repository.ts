import type { Trx } from '../database/transactions.ts';
import { valuesOf } from './queries.ts';

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

/** The categories of an expense in their order, with their split; amounts in centavos. */
export const categoriesOfExpense = (trx: Trx, idGasto: number) =>
  trx
    .selectFrom('gasto_categoria')
    .innerJoin('categoria_gasto', 'categoria_gasto.id', 'gasto_categoria.id_categoria')
    .select([
      'categoria_gasto.id',
      'categoria_gasto.nombre',
      'categoria_gasto.cuenta',
      'gasto_categoria.valor_item',
      'gasto_categoria.iva_item',
    ])
    .where('gasto_categoria.id_gasto', '=', idGasto)
    .orderBy('gasto_categoria.orden')
    .execute();
