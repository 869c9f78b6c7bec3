import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { invoiceNotFound } from '#contract/calls/expenses.calls.ts';
import { boxStates, rejectedCodes } from '#machines/domain/stages/states.ts';
import type { OfferedInvoice } from '#machines/domain/expense/expense-guards.ts';
import { documentNumber } from '#machines/domain/values/document-keys.ts';
import { changing, exists, finding } from '../../platform/database/queries.ts';
import { lockName } from '../../platform/database/row-lock.ts';
import type { Database, NewRow, Row } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { isFrom, isFromNumber } from './invoice-claims.repository.ts';
import type { CufeCheck, SignatureCheck } from './xml/invoice-checks.ts';

export type InvoiceRow = Pick<
  Row<'factura_electronica'>,
  | 'nit'
  | 'numero'
  | 'url'
  | 'fecha'
  | 'total'
  | 'anticipo'
  | 'nit_comprador'
  | 'tipo'
  | 'forma_pago'
>;

/** Maximum number of invoices that are offered. */
const MOST_OFFERED = 20;

/** Document of a supplier without check digit, and a number reduced to upper-case letters and digits. */
export interface InvoiceNumber {
  nit: string;
  numeroNormalizado: string;
}

/**
 * Locks an invoice number against imports and lookups until the transaction ends: of an expense and its invoice that
 * arrive at the same time, the second one sees the first.
 */
export const lockInvoiceNumber = (trx: Trx, { nit, numeroNormalizado }: InvoiceNumber) =>
  lockName(trx, `factura ${nit} ${numeroNormalizado}`);

/** The electronic invoices of a supplier under one number. */
const findInvoices = (trx: Trx, { nit, numeroNormalizado }: InvoiceNumber) =>
  trx
    .selectFrom('factura_electronica')
    .select(['nit', 'numero', 'url', 'fecha', 'total', 'anticipo', 'nit_comprador'])
    .select(['tipo', 'forma_pago'])
    .where('nit', '=', nit)
    .where('numero_normalizado', '=', numeroNormalizado)
    .orderBy('fecha')
    .orderBy('id')
    .limit(MOST_OFFERED)
    .execute();

/**
 * An expense that is not rejected has the invoice: it is linked to it, or names its supplier and number without being
 * linked to another one of that number.
 */
const hasExpense =
  (nit: string) =>
  (invoice: ExpressionBuilder<Database, 'factura_electronica'>): Expression<SqlBool> =>
    invoice.exists(
      invoice
        .selectFrom('gastos')
        .select('gastos.id')
        .where('gastos.estado', 'not in', rejectedCodes)
        .where((of) =>
          of.or([
            of.and([
              of('gastos.enlace_factura', '=', of.ref('factura_electronica.url')),
              // Literals, as in the conditions of the partial indexes: a parameter would not match them.
              of('gastos.enlace_factura', '<>', sql.lit('')),
            ]),
            of.and([
              isFrom({ id_proveedor: 0, supplier: nit })(of),
              of(
                'gastos.factura_normalizada',
                '=',
                of.ref('factura_electronica.numero_normalizado'),
              ),
              of('gastos.factura_normalizada', '<>', sql.lit('')),
              of('gastos.enlace_factura', 'in', ['', invoiceNotFound]),
            ]),
          ]),
        ),
    );

/**
 * The newest invoices of a supplier that no expense has; amounts in centavos.
 *
 * @param since `yyyy-MM-dd`, the oldest day of a purchase that can still be recorded
 */
export const invoicesWithoutExpense = (trx: Trx, { nit, since }: { nit: string; since: string }) =>
  trx
    .selectFrom('factura_electronica')
    .select(['cufe', 'numero_normalizado', 'fecha', 'total', 'anticipo'])
    .where('nit', '=', nit)
    .where('fecha', '>=', since)
    .where((invoice) => invoice.not(hasExpense(nit)(invoice)))
    .orderBy('fecha', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_OFFERED)
    .execute();

/** True when any store has an expense of the supplier; otherwise a store could probe for suppliers and invoices. */
export const hasBeenPaid = (trx: Trx, nit: string): Promise<boolean> =>
  exists(trx.selectFrom('gastos').select('gastos.id').where(isFromNumber(nit)).limit(1));

/** @param cufe 96 hexadecimal digits in lower case */
export const findInvoiceByCufe = finding('factura_electronica', 'cufe');

/** True when an expense that is not rejected has the invoice. */
export const isInvoiceUsed = (
  trx: Trx,
  { id, nit }: Pick<Row<'factura_electronica'>, 'id' | 'nit'>,
): Promise<boolean> =>
  exists(
    trx
      .selectFrom('factura_electronica')
      .select('id')
      .where('id', '=', id)
      .where((invoice) => hasExpense(nit)(invoice)),
  );

/** The known invoices among some links. */
export const invoicesBehind = (trx: Trx, urls: readonly string[]) =>
  urls.length === 0
    ? Promise.resolve([])
    : trx
        .selectFrom('factura_electronica')
        .select(['url', 'firma', 'cufe_comprobado', 'xml_sha256'])
        .select(['total', 'anticipo', 'tipo', 'forma_pago', 'impuestos'])
        .where(
          'cufe',
          'in',
          urls.map((url) => url.slice(url.lastIndexOf('/') + 1)),
        )
        .where('url', 'in', [...urls])
        .execute();

/** Inserts an invoice unless one with its CUFE exists. @returns whether it was inserted */
export const insertInvoiceOnce = (
  trx: Trx,
  invoice: NewRow<'factura_electronica'>,
): Promise<boolean> =>
  exists(
    trx
      .insertInto('factura_electronica')
      .values(invoice)
      .onConflict((conflict) => conflict.column('cufe').doNothing())
      .returning('id'),
  );

/** Adds columns from a later import of the same invoice. */
export const completeInvoice = changing('factura_electronica');

/** The files among `sha256s` that belong to an electronic invoice. */
export async function invoiceFilesAmong(
  trx: Trx,
  sha256s: readonly string[],
): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('factura_electronica')
    .select(['xml_sha256', 'pdf_sha256'])
    .where((either) =>
      either.or([either('xml_sha256', 'in', sha256s), either('pdf_sha256', 'in', sha256s)]),
    )
    .execute();
  return new Set(rows.flatMap((row) => [row.xml_sha256 ?? [], row.pdf_sha256 ?? []].flat()));
}

/** Expenses of the supplier that name an electronic invoice and whose box is not closed. */
export const expensesWithInvoice = (trx: Trx, nit: string) =>
  trx
    .selectFrom('gastos')
    .innerJoin('cajas', 'cajas.id', 'gastos.id_caja')
    .select(['gastos.id', 'gastos.id_caja', 'gastos.numero_factura'])
    .where(isFromNumber(nit))
    .where('gastos.factura_elec', '=', 1)
    .where('cajas.active', '!=', boxStates.closed.codigo)
    .orderBy('gastos.id_caja')
    .orderBy('gastos.id')
    .execute();

/** Document without check digit, and number as the store wrote it. */
interface InvoiceReference {
  nit: string;
  numero: string;
}

const numberOf = ({ nit, numero }: InvoiceReference): InvoiceNumber => ({
  nit,
  numeroNormalizado: documentNumber(numero),
});

/** The electronic invoices that match the reference: none, one, or several to choose from. */
export const invoicesOf = (trx: Trx, reference: InvoiceReference): Promise<InvoiceRow[]> =>
  findInvoices(trx, numberOf(reference));

/** `invoicesOf` under `lockInvoiceNumber`, which blocks imports of the number until the transaction ends. */
export async function lockedInvoicesOf(
  trx: Trx,
  reference: InvoiceReference,
): Promise<InvoiceRow[]> {
  await lockInvoiceNumber(trx, numberOf(reference));
  return invoicesOf(trx, reference);
}

export type InvoiceColumns = Pick<
  Row<'gastos'>,
  'factura_elec' | 'numero_factura' | 'enlace_factura' | 'data_factura'
>;

/** Columns of an expense without electronic invoice. */
export const withoutInvoice = {
  factura_elec: 0,
  numero_factura: '',
  enlace_factura: '',
  data_factura: '[]',
} as const satisfies InvoiceColumns;

/**
 * Matches an expense with the electronic invoices: one fills the link; several are stored for the reviewer to choose
 * from, with an empty link; with none the link is `invoiceNotFound`.
 */
export async function matchInvoice(trx: Trx, reference: InvoiceReference): Promise<InvoiceColumns> {
  const found = await lockedInvoicesOf(trx, reference);
  const [first] = found;
  const offered = offeredOf(found);
  return {
    factura_elec: 1,
    numero_factura: reference.numero,
    enlace_factura: first === undefined ? invoiceNotFound : offered.length > 0 ? '' : first.url,
    data_factura: JSON.stringify(offered),
  };
}

/** Invoices that a reviewer chooses from; empty unless there are several. */
export const offeredOf = (found: readonly InvoiceRow[]): OfferedInvoice[] =>
  found.length > 1 ? found.map(({ numero, url }) => ({ numero_factura: numero, url })) : [];

/** Warnings about an imported invoice that could not be verified. */

const unverified = 'La firma de esta factura no se pudo verificar';

const signatureSentences: Record<SignatureCheck, string> = {
  verificada: '',
  sin_firma: `${unverified}: el XML no trae ninguna.`,
  no_verificada: `${unverified}: no corresponde al contenido o al certificado que trae. Pida el XML original al proveedor.`,
  sin_comprobar: `${unverified}: el archivo es demasiado grande. Si trae varias facturas, cárguelas por separado.`,
};

const cufeSentences: Record<CufeCheck, string> = {
  verificado: '',
  no_comprobable: '',
  no_coincide: 'El CUFE no corresponde a los datos de la factura.',
};

/** @returns '' without a warning; an invoice without a file was not imported and has none */
export function invoiceWarning({
  firma,
  cufe_comprobado,
  xml_sha256,
}: Pick<Row<'factura_electronica'>, 'firma' | 'cufe_comprobado' | 'xml_sha256'>): string {
  if (xml_sha256 === null) return '';
  const signature =
    firma === null ? `${unverified}: impórtela de nuevo.` : signatureSentences[firma];
  const cufe = cufe_comprobado === null ? '' : cufeSentences[cufe_comprobado];
  return [signature, cufe].filter((sentence) => sentence !== '').join(' ');
}
