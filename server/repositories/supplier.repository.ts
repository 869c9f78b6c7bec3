import type { NewRow, Row } from '../database/schema.ts';
import type { Trx } from '../database/transactions.ts';
import { type Author, telling } from './administration-log.repository.ts';
import { locked } from './row-lock.ts';

export type SupplierRow = Row<'proveedores'>;

export const findSupplier = (trx: Trx, id: number): Promise<SupplierRow | undefined> =>
  trx.selectFrom('proveedores').selectAll().where('id', '=', id).executeTakeFirst();

/**
 * The supplier, locked until the transaction ends: of two equal expenses recorded at the same time,
 * the second one sees the first.
 */
export const lockSupplier = (trx: Trx, id: number): Promise<SupplierRow> =>
  trx
    .selectFrom('proveedores')
    .selectAll()
    .where('id', '=', id)
    .$call(locked(trx))
    .executeTakeFirstOrThrow();

/** The supplier with that document: this one, unless somebody created it before. */
export async function insertSupplierOnce(
  trx: Trx,
  supplier: NewRow<'proveedores'>,
  by: Author,
): Promise<SupplierRow> {
  await telling(trx, by, 'proveedores', ['num_doc', supplier.num_doc], () =>
    trx
      .insertInto('proveedores')
      .values(supplier)
      .onConflict((conflict) => conflict.column('num_doc').doNothing())
      .execute(),
  );
  return trx
    .selectFrom('proveedores')
    .selectAll()
    .where('num_doc', '=', supplier.num_doc)
    .executeTakeFirstOrThrow();
}

/** True when the municipality is of the department. */
export async function cityIsOfDepartment(
  trx: Trx,
  idCiudad: number,
  idDepartamento: number,
): Promise<boolean> {
  const found = await trx
    .selectFrom('ciudades')
    .innerJoin('municipios', 'municipios.id_municipio', 'ciudades.id_municipio')
    .select('ciudades.id')
    .where('ciudades.id', '=', idCiudad)
    .where('municipios.departamento_id', '=', idDepartamento)
    .executeTakeFirst();
  return found !== undefined;
}
