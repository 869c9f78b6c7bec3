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

/** Box, store and supplier of an expense, and the person who recorded it. */
export const surroundingsOfExpense = (trx: Trx, idGasto: number) =>
  trx
    .selectFrom('gastos')
    .innerJoin('cajas', 'cajas.id', 'gastos.id_caja')
    .innerJoin('tiendas', 'tiendas.id', 'cajas.id_tienda')
    .innerJoin('proveedores', 'proveedores.id', 'gastos.id_proveedor')
    .innerJoin('usuarios', 'usuarios.id', 'gastos.id_usuario')
    .select([
      'cajas.active',
      'cajas.consecutivo',
      'tiendas.id as id_tienda',
      'tiendas.nombre as tienda',
      'proveedores.num_doc',
      'proveedores.digito',
      'usuarios.razon_social as registrado_por',
    ])
    .where('gastos.id', '=', idGasto)
    .executeTakeFirstOrThrow();

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
