import type { BodyOf } from '#contract/contract.ts';
import { checkDigit } from '#machines/domain/values/check-digit.ts';
import { taxKey } from '#machines/domain/values/document-keys.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { brokenRule } from '../../platform/errors/http-error.ts';
import type { Author } from '../../platform/database/administration-log.repository.ts';
import {
  cityIsOfDepartment,
  findSupplier,
  insertSupplierOnce,
  lockSupplier,
  type SupplierRow,
} from '../suppliers/supplier.repository.ts';

type SupplierFields = Pick<
  BodyOf<'/enviarGasto'>,
  'id_proveedor' | 'num_doc' | 'digito' | 'proveedor' | 'direccion' | 'departamento' | 'ciudad'
>;

const fillAll = 'Por favor complete todos los campos';

/** The text a person filled in, trimmed. @throws HttpError 422 when there is none */
function filledText(field: string, text: string | null | undefined): string {
  const trimmed = (text ?? '').trim();
  if (trimmed === '') throw brokenRule(field, fillAll);
  return trimmed;
}

/** @throws HttpError 422 when the digit that was given is not the one of the document */
function digitOf(document: string, given: string | undefined): string {
  const computed = checkDigit(document);
  if (computed === null) throw brokenRule('num_doc', 'Solo se aceptan números');
  if (given !== undefined && given !== '' && given !== computed)
    throw brokenRule('digito', 'El dígito de verificación no corresponde al documento.');
  return computed;
}

async function knownSupplier(
  trx: Trx,
  idProveedor: number,
  fields: SupplierFields,
): Promise<SupplierRow> {
  const supplier = await findSupplier(trx, idProveedor);
  if (supplier === undefined)
    throw brokenRule('id_proveedor', 'El proveedor no existe. Búsquelo de nuevo.');
  if (fields.num_doc !== undefined && fields.num_doc !== '' && fields.num_doc !== supplier.num_doc)
    throw brokenRule('num_doc', 'El documento no es el del proveedor elegido.');
  digitOf(supplier.num_doc, fields.digito);
  return supplier;
}

/** A supplier that a store creates is occasional; one with the same document is taken instead. */
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
 * The supplier that the form names, locked: by its id, or by its document and then created when
 * nobody has it yet.
 *
 * @throws HttpError 422 with the field that is wrong
 */
export async function supplierOfExpense(
  trx: Trx,
  fields: SupplierFields,
  by: Author,
): Promise<SupplierRow> {
  const supplier =
    fields.id_proveedor == null
      ? await newSupplier(trx, fields, by)
      : await knownSupplier(trx, fields.id_proveedor, fields);
  await lockSupplier(trx, supplier);
  return supplier;
}
