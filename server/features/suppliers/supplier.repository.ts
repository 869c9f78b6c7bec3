import { sql } from 'kysely';
import { blockedSupplier } from '#contract/calls/suppliers.calls.ts';
import type { BodyOf } from '#contract/contract.ts';
import { fillAll, otherCheckDigit } from '#contract/fields.ts';
import { checkDigit, supplierKeys, taxKey } from '#machines/domain/values/document-keys.ts';
import { newSecret } from '../../platform/access/digests.ts';
import { type Author, logChanges } from '../../platform/database/administration-log.repository.ts';
import { exists } from '../../platform/database/queries.ts';
import { lockName } from '../../platform/database/row-lock.ts';
import type { NewRow, Row } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { brokenRule } from '../../platform/errors/http-error.ts';

export type SupplierRow = Pick<
  Row<'proveedores'>,
  'id' | 'num_doc' | 'digito' | 'nombre' | 'ocasional' | 'bloqueado_desde'
>;

const columns = [
  'proveedores.id',
  'proveedores.num_doc',
  'proveedores.digito',
  'proveedores.nombre',
  'proveedores.ocasional',
  'proveedores.bloqueado_desde',
] as const;

/** The supplier of a key or a document: of a merged one, that with which it was merged. */
const principals = (trx: Trx) =>
  trx
    .selectFrom('proveedores as anotado')
    .innerJoin('proveedores', (join) =>
      join.on('proveedores.id', '=', sql<number>`coalesce(anotado.fusionado_en, anotado.id)`),
    )
    .select(columns);

export const supplierWith = (trx: Trx, id: number) => principals(trx).where('anotado.id', '=', id);

export const findSupplier = (trx: Trx, id: number): Promise<SupplierRow | undefined> =>
  supplierWith(trx, id).executeTakeFirst();

/** The supplier with one of these documents; a regular one before an occasional one. */
export const findSupplierByDocuments = (
  trx: Trx,
  documents: readonly string[],
): Promise<SupplierRow | undefined> =>
  principals(trx)
    .where('anotado.num_doc', 'in', [...documents])
    .orderBy('proveedores.ocasional')
    .orderBy('proveedores.id')
    .limit(1)
    .executeTakeFirst();

/**
 * Locks a supplier under all forms of its number until the transaction ends: of two equal expenses that are recorded at
 * the same time, the second one sees the first.
 */
async function lockSupplier(trx: Trx, { num_doc }: SupplierRow): Promise<void> {
  await lockName(trx, ...supplierKeys(num_doc).map((key) => `proveedor ${key}`));
}

/** Inserts a supplier unless its document exists. @returns the stored supplier */
export async function insertSupplierOnce(
  trx: Trx,
  supplier: NewRow<'proveedores'>,
  by: Author,
): Promise<SupplierRow> {
  await logChanges(trx, by, 'proveedores', ['num_doc', supplier.num_doc], () =>
    trx
      .insertInto('proveedores')
      .values({ ...supplier, sal: newSecret() })
      .onConflict((conflict) => conflict.column('num_doc').doNothing())
      .execute(),
  );
  return principals(trx).where('anotado.num_doc', '=', supplier.num_doc).executeTakeFirstOrThrow();
}

/** True when the city belongs to the department. */
const cityIsOfDepartment = (trx: Trx, idCiudad: number, idDepartamento: number): Promise<boolean> =>
  exists(
    trx
      .selectFrom('ciudades')
      .innerJoin('municipios', 'municipios.id_municipio', 'ciudades.id_municipio')
      .select('ciudades.id')
      .where('ciudades.id', '=', idCiudad)
      .where('municipios.departamento_id', '=', idDepartamento),
  );

type SupplierFields = Pick<
  BodyOf<'/enviarGasto'>,
  'id_proveedor' | 'num_doc' | 'digito' | 'proveedor' | 'direccion' | 'departamento' | 'ciudad'
>;

/** @throws HttpError 422 for a blocked supplier */
export function requireUnblocked({ bloqueado_desde }: SupplierRow): void {
  if (bloqueado_desde !== null) throw brokenRule('num_doc', blockedSupplier);
}

/** The trimmed text of a field. @throws HttpError 422 when it is empty */
function filledText(field: string, text: string | null | undefined): string {
  const trimmed = (text ?? '').trim();
  if (trimmed === '') throw brokenRule(field, fillAll);
  return trimmed;
}

/** @throws HttpError 422 when the document is not a number, or the given digit is not its check digit */
function digitOf(document: string, given: string | undefined): string {
  const computed = checkDigit(document);
  if (computed === null) throw brokenRule('num_doc', 'Solo se aceptan números');
  if (given !== undefined && given !== '' && given !== computed)
    throw brokenRule('digito', otherCheckDigit);
  return computed;
}

function requireSupplier(
  supplier: SupplierRow | null | undefined,
  fields: SupplierFields,
): SupplierRow {
  if (supplier == null)
    throw brokenRule('id_proveedor', 'El proveedor no existe. Búsquelo de nuevo.');
  if (fields.num_doc !== undefined && fields.num_doc !== '' && fields.num_doc !== supplier.num_doc)
    throw brokenRule('num_doc', 'El documento no es el del proveedor elegido.');
  digitOf(supplier.num_doc, fields.digito);
  return supplier;
}

/** Creates an occasional supplier; returns the existing one with the same document instead. @throws HttpError 422 */
async function newSupplier(trx: Trx, fields: SupplierFields, by: Author): Promise<SupplierRow> {
  const document = filledText('num_doc', fields.num_doc);
  const digito = digitOf(document, fields.digito);
  const nombre = filledText('proveedor', fields.proveedor);
  const direccion = filledText('direccion', fields.direccion);
  const { departamento, ciudad } = fields;
  if (departamento == null) throw brokenRule('departamento', fillAll);
  if (ciudad == null) throw brokenRule('ciudad', fillAll);
  if (!(await cityIsOfDepartment(trx, ciudad, departamento)))
    throw brokenRule('ciudad', 'La ciudad no es del departamento elegido.');
  const supplier = {
    num_doc: document,
    documento: taxKey(document),
    digito,
    nombre,
    direccion,
    id_departamento: departamento,
    id_ciudad: ciudad,
    ocasional: 1 as const,
    creado: by.now,
  };
  return insertSupplierOnce(trx, supplier, by);
}

/**
 * Finds and locks the supplier of the form: by its id, or by its document, under which it is created when it does not
 * exist.
 *
 * @param read the supplier of that id, when the caller has read it already; null when there is none
 * @throws HttpError 422 with the field that is wrong
 */
export async function supplierOfExpense(
  trx: Trx,
  fields: SupplierFields,
  by: Author,
  read?: SupplierRow | null,
): Promise<SupplierRow> {
  const supplier =
    fields.id_proveedor == null
      ? await newSupplier(trx, fields, by)
      : requireSupplier(
          read === undefined ? await findSupplier(trx, fields.id_proveedor) : read,
          fields,
        );
  await lockSupplier(trx, supplier);
  return supplier;
}
