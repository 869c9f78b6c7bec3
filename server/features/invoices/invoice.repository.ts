import { sql } from 'kysely';
import { invoiceNotFound } from '#contract/calls/expenses.calls.ts';
import { boxStates } from '#machines/domain/box/states.ts';
import type { OfferedInvoice } from '#machines/domain/expense/expense-guards.ts';
import { documentNumber } from '#machines/domain/values/document-keys.ts';
import { changing, exists, finding } from '../../platform/database/queries.ts';
import { lockName } from '../../platform/database/row-lock.ts';
import type { NewRow, Row } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import type { CufeCheck, SignatureCheck } from './xml/invoice-checks.ts';

export type InvoiceRow = Pick<
  Row<'factura_electronica'>,
  'nit' | 'numero' | 'url' | 'fecha' | 'total' | 'nit_comprador'
>;

/** More than a reviewer could choose from. */
const MOST_OFFERED = 20;

/** Document of a supplier without check digit, and upper-case letters and digits of a number. */
export interface InvoiceNumber {
  nit: string;
  numeroNormalizado: string;
}

/**
 * Until the transaction ends, nobody else imports an invoice of that number or looks for one: of an
 * expense and its invoice that come at the same time, the second one sees the first.
 */
export const lockInvoiceNumber = (trx: Trx, { nit, numeroNormalizado }: InvoiceNumber) =>
  lockName(trx, `factura ${nit} ${numeroNormalizado}`);

/** The electronic invoices of a supplier under one number. */
const findInvoices = (trx: Trx, { nit, numeroNormalizado }: InvoiceNumber) =>
  trx
    .selectFrom('factura_electronica')
    .select(['nit', 'numero', 'url', 'fecha', 'total', 'nit_comprador'])
    .where('nit', '=', nit)
    .where('numero_normalizado', '=', numeroNormalizado)
    .orderBy('fecha')
    .orderBy('id')
    .limit(MOST_OFFERED)
    .execute();

/**
 * The newest invoices of a supplier that no expense has; `total` in centavos.
 *
 * @param since `yyyy-MM-dd`, the oldest day of a purchase that can still be recorded
 */
export const invoicesWithoutExpense = (trx: Trx, { nit, since }: { nit: string; since: string }) =>
  trx
    .selectFrom('factura_electronica')
    .select(['numero_normalizado', 'fecha', 'total'])
    .where('nit', '=', nit)
    .where('fecha', '>=', since)
    .where((invoice) =>
      invoice.not(
        invoice.exists(
          invoice
            .selectFrom('gastos')
            .select('gastos.id')
            .whereRef('gastos.enlace_factura', '=', 'factura_electronica.url')
            // As the index says it: a parameter would not be recognised.
            .where('gastos.enlace_factura', '<>', sql.lit('')),
        ),
      ),
    )
    .orderBy('fecha', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_OFFERED)
    .execute();

/** True when some petty cash has paid the supplier: a store that guesses numbers learns nothing of the others. */
export const hasBeenPaid = (trx: Trx, idProveedor: number): Promise<boolean> =>
  exists(trx.selectFrom('gastos').select('id').where('id_proveedor', '=', idProveedor).limit(1));

/** @param cufe 96 hexadecimal digits in lower case */
export const findInvoiceByCufe = finding('factura_electronica', 'cufe');

/** True when an expense is linked to it. */
export const isInvoiceUsed = (trx: Trx, url: string): Promise<boolean> =>
  exists(
    trx
      .selectFrom('gastos')
      .select('id')
      .where('enlace_factura', '=', url)
      // As the index says it.
      .where('enlace_factura', '<>', sql.lit('')),
  );

/** The invoices behind some links, as far as they are known. */
export const invoicesBehind = (trx: Trx, urls: readonly string[]) =>
  urls.length === 0
    ? Promise.resolve([])
    : trx
        .selectFrom('factura_electronica')
        .select(['url', 'firma', 'cufe_comprobado', 'xml_sha256'])
        .where(
          'cufe',
          'in',
          urls.map((url) => url.slice(url.lastIndexOf('/') + 1)),
        )
        .where('url', 'in', [...urls])
        .execute();

/** False when an invoice with the CUFE is already there: then nothing was written. */
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

/** Adds what a later import of the same invoice brought. */
export const completeInvoice = changing('factura_electronica');

/** Those of the files that some electronic invoice has. */
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
    .innerJoin('proveedores', 'proveedores.id', 'gastos.id_proveedor')
    .innerJoin('cajas', 'cajas.id', 'gastos.id_caja')
    .select(['gastos.id', 'gastos.id_caja', 'gastos.numero_factura'])
    .where('proveedores.num_doc', '=', nit)
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

/** The electronic invoices that the reference may mean: none, one, or several to choose from. */
export const invoicesOf = (trx: Trx, reference: InvoiceReference): Promise<InvoiceRow[]> =>
  findInvoices(trx, numberOf(reference));

/** The same, while nobody imports another one of them until the transaction ends. */
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
 * Matches an expense with the electronic invoices: one fills the link; several are retained for the
 * reviewer to choose from, with an empty link; none says so in the link.
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

/** Invoices that a reviewer chooses from: none unless there are several. */
export const offeredOf = (found: readonly InvoiceRow[]): OfferedInvoice[] =>
  found.length > 1 ? found.map(({ numero, url }) => ({ numero_factura: numero, url })) : [];

/** Warnings about an imported invoice that could not be verified, wherever it is shown. */

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

/** @returns '' when there is nothing to say; an invoice without a file was not imported, and says nothing */
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
