import type { NewRow, Row } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { supplierKeys } from '#machines/domain/values/document-keys.ts';
import { type Author, logChanges } from '../../platform/database/administration-log.repository.ts';
import { exists, finding } from '../../platform/database/queries.ts';
import { lockName } from '../../platform/database/row-lock.ts';

export type SupplierRow = Row<'proveedores'>;

export const findSupplier = finding('proveedores', 'id');

/** The supplier under any of these documents; the one that nobody registered in passing first. */
export const findSupplierByDocuments = (
  trx: Trx,
  documents: readonly string[],
): Promise<SupplierRow | undefined> =>
  trx
    .selectFrom('proveedores')
    .selectAll()
    .where('num_doc', 'in', [...documents])
    .orderBy('ocasional')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/**
 * Locks a supplier, under whichever of its numbers somebody records it, until the transaction ends: of two
 * equal expenses recorded at the same time, the second one sees the first.
 */
export async function lockSupplier(trx: Trx, { num_doc }: SupplierRow): Promise<void> {
  await lockName(trx, ...supplierKeys(num_doc).map((key) => `proveedor ${key}`));
}

/** The supplier with that document: this one, unless somebody created it before. */
export async function insertSupplierOnce(
  trx: Trx,
  supplier: NewRow<'proveedores'>,
  by: Author,
): Promise<SupplierRow> {
  await logChanges(trx, by, 'proveedores', ['num_doc', supplier.num_doc], () =>
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
export const cityIsOfDepartment = (
  trx: Trx,
  idCiudad: number,
  idDepartamento: number,
): Promise<boolean> =>
  exists(
    trx
      .selectFrom('ciudades')
      .innerJoin('municipios', 'municipios.id_municipio', 'ciudades.id_municipio')
      .select('ciudades.id')
      .where('ciudades.id', '=', idCiudad)
      .where('municipios.departamento_id', '=', idDepartamento),
  );
