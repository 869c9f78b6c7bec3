import { invoiceNotFound } from '#contract/calls/expenses.calls.ts';
import { documentNumber } from '#machines/domain/values/document-keys.ts';
import type { OfferedInvoice } from '#machines/domain/expense/offered-invoices.ts';
import type { Row } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import {
  findInvoices,
  type InvoiceNumber,
  type InvoiceRow,
  lockInvoiceNumber,
} from '../invoices/invoice.repository.ts';

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
