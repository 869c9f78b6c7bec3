import { repetitionSentences } from '#contract/anomalies.ts';
import type { Row } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { buyerNumber } from '../invoices/xml/tax-number.ts';
import { found } from '../../platform/errors/http-error.ts';
import type { InvoiceRow } from '../invoices/invoice.repository.ts';
import {
  boughtInBox,
  type Compared,
  maximumForOccasional,
  repetitionsOf,
} from './anomaly.repository.ts';
import { companyTaxNumber } from '../settings/settings.repository.ts';
import { findSupplier, type SupplierRow } from '../suppliers/supplier.repository.ts';
import { invoicesOf } from './electronic-invoice.ts';

/**
 * The columns of an expense that its anomalies depend on; `id` is null while it is being recorded.
 * Amounts in centavos.
 */
type AnomalySubject = Omit<Compared, 'supplier'> &
  Pick<Row<'gastos'>, 'factura_elec' | 'numero_factura' | 'enlace_factura'> & {
    /** Report of before: its line about the fund says what was true when the expense was recorded. */
    informe_novedad: string;
  };

/** Facts of a supplier that an expense is compared by. */
type ComparedSupplier = Pick<SupplierRow, 'num_doc' | 'ocasional'>;

/** One line each. */
export const anomalySentences = {
  ...repetitionSentences,
  invoiceNotFound: 'La factura electrónica no se encontró.',
  invoiceOfAnotherValue: 'El valor de la factura electrónica no coincide con el del gasto.',
  invoiceOfAnotherBuyer: 'La factura electrónica no está a nombre de la empresa.',
  fundExceeded: 'El gasto supera el dinero disponible del fondo de la tienda.',
  occasionalAboveMaximum: 'El tercero ocasional supera el monto máximo en esta caja.',
} as const;

type Anomaly = keyof typeof anomalySentences;

/** A buyer that is not known, or a company that nobody named, is compared with nothing. */
async function isOfAnotherBuyer(trx: Trx, possible: readonly InvoiceRow[]): Promise<boolean> {
  const company = buyerNumber(await companyTaxNumber(trx), '');
  const isOfCompany = ({ nit_comprador }: InvoiceRow) => ['', company].includes(nit_comprador);
  return company !== '' && !possible.some(isOfCompany);
}

async function invoiceAnomalies(
  trx: Trx,
  expense: AnomalySubject,
  supplier: ComparedSupplier,
): Promise<Anomaly[]> {
  if (expense.factura_elec === 0) return [];
  const known = await invoicesOf(trx, { nit: supplier.num_doc, numero: expense.numero_factura });
  if (known.length === 0) return ['invoiceNotFound'];
  const chosen = known.filter(({ url }) => url === expense.enlace_factura);
  const possible = chosen.length > 0 ? chosen : known;
  const isOfValue = possible.some(({ total }) => total === expense.valor);
  return [
    ...(isOfValue ? [] : (['invoiceOfAnotherValue'] as const)),
    ...((await isOfAnotherBuyer(trx, possible)) ? (['invoiceOfAnotherBuyer'] as const) : []),
  ];
}

async function isAboveMaximum(
  trx: Trx,
  expense: AnomalySubject,
  supplier: ComparedSupplier,
): Promise<boolean> {
  if (supplier.ocasional === 0) return false;
  const maximum = await maximumForOccasional(trx);
  return (
    maximum !== null &&
    (await boughtInBox(trx, { ...expense, supplier: supplier.num_doc })) + expense.valor > maximum
  );
}

/**
 * Anomalies of an expense: the text of `informe_novedad`, '' without any. Found
 * again whenever one of the columns changes; an anomaly blocks nothing.
 *
 * @param known its supplier, when somebody has read it already
 */
export async function anomalyReport(
  trx: Trx,
  expense: AnomalySubject,
  known?: ComparedSupplier,
): Promise<string> {
  const supplier = known ?? found(await findSupplier(trx, expense.id_proveedor));
  const repeated = await repetitionsOf(trx, { ...expense, supplier: supplier.num_doc });
  const anomalies: (Anomaly | null)[] = [
    repeated.has('receiptNumber') ? 'repeatedReceiptNumber' : null,
    repeated.has('receipt') ? 'repeatedReceipt' : null,
    repeated.has('purchase') ? 'repeatedPurchase' : null,
    ...(await invoiceAnomalies(trx, expense, supplier)),
    expense.informe_novedad.includes(anomalySentences.fundExceeded) ? 'fundExceeded' : null,
    (await isAboveMaximum(trx, expense, supplier)) ? 'occasionalAboveMaximum' : null,
  ];
  return anomalies
    .filter((anomaly) => anomaly !== null)
    .map((anomaly) => anomalySentences[anomaly])
    .join('\n');
}
