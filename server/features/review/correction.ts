/** Corrections of accounting on an expense under review: the supplier's name, the date, the invoice number. */
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import { accountingWindow } from '#machines/domain/values/dates.ts';
import type { RowChanges } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { brokenRule, found } from '../../platform/errors/http-error.ts';
import type { ExpenseRow } from '../cases/expense.repository.ts';
import { findSupplier } from '../suppliers/supplier.repository.ts';
import { matchInvoice } from '../expenses/electronic-invoice.ts';
import { anomalyReport } from '../expenses/anomaly-report.ts';
import { requireWithin } from '../expenses/record-expense.ts';
import type { AccountingForm } from './itemise.ts';

type Corrected = Readonly<ExpenseRow>;

/** @throws HttpError 422 for another supplier: only the name written on the expense can be corrected */
function correctedName(form: AccountingForm, expense: Corrected): RowChanges<'gastos'> {
  if (form.id_proveedor != null && form.id_proveedor !== expense.id_proveedor)
    throw brokenRule('id_proveedor', 'El proveedor no es el del gasto.');
  const proveedor_nombre = form.proveedor?.trim() || expense.proveedor_nombre;
  return proveedor_nombre === expense.proveedor_nombre ? {} : { proveedor_nombre };
}

/** @throws HttpError 422 when the date is a new one outside the window of accounting */
function correctedDate(
  form: AccountingForm,
  expense: Corrected,
  now: number,
): RowChanges<'gastos'> {
  const fecha_gasto = form.fecha_gasto || expense.fecha_gasto;
  if (fecha_gasto === expense.fecha_gasto) return {};
  requireWithin(fecha_gasto, accountingWindow(dateInBogota(now)));
  return { fecha_gasto };
}

/** Another number is matched again with the electronic invoices. @throws HttpError 422 */
async function correctedInvoice(
  trx: Trx,
  form: AccountingForm,
  expense: Corrected,
): Promise<RowChanges<'gastos'>> {
  const numero_factura = form.numero_factura?.trim() || expense.numero_factura;
  if (numero_factura === expense.numero_factura) return {};
  if (!/^[A-Za-z0-9]{1,100}$/.test(numero_factura))
    throw brokenRule('numero_factura', 'Solo letras y números, campo obligatorio');
  if (expense.factura_elec === 0) return { numero_factura };
  const supplier = found(await findSupplier(trx, expense.id_proveedor));
  return matchInvoice(trx, { nit: supplier.num_doc, numero: numero_factura });
}

/** Returns the corrected columns and the anomalies that follow from them; empty when nothing was corrected. */
export async function corrections(
  trx: Trx,
  form: AccountingForm,
  expense: Corrected,
  now: number,
): Promise<RowChanges<'gastos'>> {
  const changes = {
    ...correctedName(form, expense),
    ...correctedDate(form, expense, now),
    ...(await correctedInvoice(trx, form, expense)),
  };
  if (Object.keys(changes).length === 0) return {};
  const informe_novedad = await anomalyReport(trx, {
    ...expense,
    ...(changes as Partial<ExpenseRow>),
  });
  return { ...changes, informe_novedad };
}
