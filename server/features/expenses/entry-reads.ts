/** Reads for the form of a new expense, while it is filled in. */
import { repetitionSentences } from '#contract/expense-fields.ts';
import { shownInvoiceValue } from '#machines/domain/invoice/invoice-value.ts';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import { recordingWindow } from '#machines/domain/values/dates.ts';
import { supplierKeys } from '#machines/domain/values/document-keys.ts';
import { toCentavos, toPesos } from '#machines/domain/values/money.ts';
import { found } from '../../platform/errors/http-error.ts';
import type { Operation } from '../../platform/http/operation.ts';
import { storeInScope } from '../cases/scope.repository.ts';
import {
  findInvoiceByCufe,
  hasBeenPaid,
  invoicesWithoutExpense,
  isInvoiceUsed,
} from '../invoices/invoice.repository.ts';
import { findSupplier, findSupplierByDocuments } from '../suppliers/supplier.repository.ts';
import { limitsWithSums } from './expense-limits.ts';
import { type Repetition, repeatedInScope, repetitionsOf } from './anomalies.ts';
import { municipalityOfStore, recentExpensesOfStore } from './record-expense.ts';

/** Maximum suggested categories; the list of the form has the others. */
const MOST_CATEGORIES = 5;

/** Distinct ids, the most frequent first; equally frequent ones in order of their first occurrence. */
function byFrequency(ids: readonly number[]): number[] {
  const counts = new Map<number, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([id]) => id);
}

/** /sugerenciasGasto: suppliers and categories that the store uses often, and its municipality. */
export const entrySuggestions: Operation<'/sugerenciasGasto'> = ({ id_tienda }, context) =>
  context.read(async (trx) => {
    const store = await storeInScope(trx, context.session, id_tienda);
    const expenses = (await recentExpensesOfStore(trx, store.id)).map((expense) => ({
      ...expense,
      categoria: JSON.parse(expense.categorias_propias) as number[],
    }));
    // Each with its latest expense: the list starts with the newest.
    const suppliers = byFrequency(expenses.map(({ id }) => id)).flatMap(
      (supplier) => expenses.find(({ id }) => id === supplier) ?? [],
    );
    const place = await municipalityOfStore(trx, store.id);
    return {
      proveedores: suppliers.map(
        ({ id, num_doc, digito, nombre, categoria, factura_elec, concepto }) => ({
          id,
          num_doc,
          digito,
          nombre,
          categoria,
          tipo_factura: factura_elec,
          concepto,
        }),
      ),
      categorias: byFrequency(expenses.flatMap(({ categoria }) => categoria)).slice(
        0,
        MOST_CATEGORIES,
      ),
      topes: await limitsWithSums(trx, store, context.now()),
      departamento: place?.departamento_id ?? null,
      ciudad: place?.id_municipio ?? null,
    };
  });

/** /facturasSinGasto: only invoices of days on which a purchase can still be recorded. */
export const unusedInvoices: Operation<'/facturasSinGasto'> = (
  { id_tienda, id_proveedor },
  context,
) =>
  context.read(async (trx) => {
    await storeInScope(trx, context.session, id_tienda);
    const supplier = found(await findSupplier(trx, id_proveedor));
    if (!(await hasBeenPaid(trx, supplier.num_doc))) return [];
    const { min: since } = recordingWindow(dateInBogota(context.now()));
    const invoices = await invoicesWithoutExpense(trx, { nit: supplier.num_doc, since });
    return invoices.map(({ numero_normalizado, fecha, cufe, ...amounts }) => ({
      cufe,
      numero_factura: numero_normalizado,
      fecha,
      valor: toPesos(shownInvoiceValue(amounts)),
      anticipo: toPesos(amounts.total > 0 ? (amounts.anticipo ?? 0) : 0),
    }));
  });

/** /facturaDelCodigo: the imported invoice of a CUFE and its supplier, else the supplier of the NIT in the code. */
export const codedInvoice: Operation<'/facturaDelCodigo'> = ({ id_tienda, cufe, nit }, context) =>
  context.read(async (trx) => {
    await storeInScope(trx, context.session, id_tienda);
    const invoice = cufe == null ? undefined : await findInvoiceByCufe(trx, cufe);
    const document = invoice?.nit ?? nit;
    const supplier =
      document == null ? undefined : await findSupplierByDocuments(trx, supplierKeys(document));
    return {
      factura:
        invoice === undefined
          ? null
          : {
              nit: invoice.nit,
              razon_social: invoice.razon_social,
              numero_factura: invoice.numero_normalizado,
              fecha: invoice.fecha,
              valor: toPesos(shownInvoiceValue(invoice)),
              con_gasto: (await isInvoiceUsed(trx, invoice)) ? 1 : 0,
            },
      proveedor:
        supplier === undefined
          ? null
          : {
              id: supplier.id,
              num_doc: supplier.num_doc,
              digito: supplier.digito,
              nombre: supplier.nombre,
              bloqueado_desde: supplier.bloqueado_desde,
            },
    };
  });

const sentenceOf = {
  receiptNumber: repetitionSentences.repeatedReceiptNumber,
  purchase: repetitionSentences.repeatedPurchase,
  receipt: repetitionSentences.repeatedReceipt,
  invoice: repetitionSentences.repeatedInvoice,
} as const satisfies Record<Repetition, string>;

/** /gastosRepetidos: the repetitions of an expense before it is recorded, so without its file. */
export const repeatedExpenses: Operation<'/gastosRepetidos'> = (form, context) =>
  context.read(async (trx) => {
    await storeInScope(trx, context.session, form.id_tienda);
    const expense = {
      id: null,
      estado: null,
      origen: form.origen ?? null,
      id_caja: 0,
      id_proveedor: form.id_proveedor ?? 0,
      supplier: form.num_doc,
      recibo: form.recibo,
      fecha_gasto: form.fecha_gasto,
      valor: toCentavos(form.valor),
      soporte_sha256: null,
      soporte_contenido: null,
      numero_factura: form.numero_factura ?? '',
      enlace_factura: '',
    };
    const ways = await repetitionsOf(trx, expense, context.session);
    return {
      avisos: [...ways].map((way) => sentenceOf[way]),
      repetidos: ways.size === 0 ? [] : await repeatedInScope(trx, context.session, expense),
    };
  });
