import type { Expense } from '#contract/calls/expenses.calls.ts';
import { byText, namesAnother } from '#contract/expense-fields.ts';
import { anomaliesIn } from '#machines/domain/values/texts.ts';
import { byStage } from '#contract/wire-stages.ts';
import { stages, waitsAt } from '#machines/domain/stages/stages.ts';
import { boxStateOf, expenseStateOf, rejectedCodes } from '#machines/domain/stages/states.ts';
import { invoiceUrlsOf, offeredInvoicesOf } from '#machines/domain/expense/expense-guards.ts';
import { shownInvoiceValue } from '#machines/domain/invoice/invoice-value.ts';
import { dateInBogota, dateTimeInBogota } from '#machines/domain/values/bogota-time.ts';
import type { InvoiceTax } from '#machines/domain/invoice/tax-facts.ts';
import { pesosOrNull, toPesos } from '#machines/domain/values/money.ts';
import type { Session } from '../../platform/access/session.ts';
import type { Row } from '../../platform/database/schema.ts';
import { picked } from '../../platform/database/queries.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import type { Operation } from '../../platform/http/operation.ts';
import { locationOf, sharedFields } from '../boxes/box-answer.ts';
import { wireCorrection } from '../cases/case-facts.ts';
import { isWithheldPart } from '../cases/box.repository.ts';
import { expenseWithStoreInScope, visibleBoxes } from '../cases/scope.repository.ts';
import { invoicesBehind, invoicesOf, invoiceWarning } from '../invoices/invoice.repository.ts';
import { isSupplier, withCurrentAnomalies } from '../invoices/invoice-claims.repository.ts';
import { type Compared, repeatedInScope } from './anomalies.ts';

/**
 * The visible expense of a supplier that accounting split and approved last in its first pass: a row for each category
 * of its split, in order, without its withholdings; none when there is no such expense, and none of a rejected one.
 */
const lastSplitOf = (
  trx: Trx,
  session: Session,
  compared: Pick<Compared, 'id_proveedor' | 'supplier'>,
) =>
  trx
    .selectFrom('gastos')
    .innerJoin('gasto_categoria', 'gasto_categoria.id_gasto', 'gastos.id')
    .innerJoin('categoria_gasto', 'categoria_gasto.id', 'gasto_categoria.id_categoria')
    .select([
      'gastos.fecha_contabilidad',
      'gastos.factura_elec',
      'gastos.indicador',
      'gastos.tipo_persona',
      'gastos.categorias_propias',
      'categoria_gasto.id',
      'categoria_gasto.nombre',
      'gasto_categoria.iva_item',
      'gasto_categoria.deducible',
    ])
    .where((of) => of.or([of('gasto_categoria.iva_item', 'is', null), of.not(isWithheldPart)]))
    .where('gastos.id', '=', (any) =>
      any
        .selectFrom('proveedores')
        .innerJoin('gastos as ultimo', (join) =>
          // The last expense of each supplier id: a query for several ids at once would read all of their expenses.
          join.on('ultimo.id', '=', (of) =>
            of
              .selectFrom('gastos')
              .innerJoin('cajas', 'cajas.id', 'gastos.id_caja')
              .innerJoin('tiendas', 'tiendas.id', 'cajas.id_tienda')
              .select('gastos.id')
              .whereRef('gastos.id_proveedor', '=', 'proveedores.id')
              .where('gastos.fecha_contabilidad', 'is not', null)
              .where('gastos.item', '=', 1)
              .where('gastos.estado', 'not in', rejectedCodes)
              .where(visibleBoxes(session))
              .orderBy('gastos.fecha_contabilidad', 'desc')
              .limit(1),
          ),
        )
        .select('ultimo.id')
        .where((either) => isSupplier(compared)(either))
        .orderBy('ultimo.fecha_contabilidad', 'desc')
        .limit(1),
    )
    .orderBy('gasto_categoria.orden')
    .execute();

type Placed = Awaited<ReturnType<typeof expenseWithStoreInScope>>;
type PlacedExpense = Placed['expense'];
type CategoryRow = Placed['categories'][number];

/** The text of the instant of a decision; '' without one. */
const dateTimeText = (instant: number | null): string =>
  instant === null ? '' : dateTimeInBogota(instant);

const stageFields = (expense: Row<'gastos'>) => ({
  ...byStage(
    ({ sufijo }) => `id_rechazo_${sufijo}`,
    (name) => expense[`id_rechazo_${stages[name].sufijo}`],
  ),
  ...byStage(
    ({ sufijo }) => `obs_${sufijo}`,
    (name) => expense[`obs_${stages[name].sufijo}`],
  ),
  ...byStage(
    ({ sufijo }) => `fecha_${sufijo}`,
    (name) => dateTimeText(expense[`fecha_${stages[name].sufijo}`]),
  ),
});

/** Facts of an expense that are not in its row. */
type Beside = Pick<
  Expense,
  'ubicacion' | 'data_factura' | 'factura' | 'avisos_facturas' | 'repetidos' | 'ultima_vez'
>;

/** The facts of the linked invoice, and the warnings of those that are linked or offered. */
async function invoiceFacts(
  trx: Trx,
  { enlace_factura, data_factura }: Row<'gastos'>,
): Promise<Pick<Expense, 'factura' | 'avisos_facturas'>> {
  const urls = [...new Set([enlace_factura, ...invoiceUrlsOf(data_factura)])].filter(Boolean);
  const invoices = await invoicesBehind(trx, urls);
  const linked = invoices.find(({ url }) => url === enlace_factura);
  return {
    factura: linked === undefined ? null : taxFactsOf(linked),
    avisos_facturas: invoices
      .map((invoice) => ({ url: invoice.url, aviso: invoiceWarning(invoice) }))
      .filter(({ aviso }) => aviso !== ''),
  };
}

/** Null for an invoice that was imported before its taxes were read. */
function taxFactsOf(
  invoice: Pick<
    Row<'factura_electronica'>,
    'total' | 'anticipo' | 'tipo' | 'forma_pago' | 'impuestos'
  >,
): Expense['factura'] {
  const { total, anticipo, tipo, forma_pago, impuestos } = invoice;
  if (tipo === null) return null;
  const taxes = JSON.parse(impuestos ?? '[]') as InvoiceTax[];
  return {
    valor: toPesos(total),
    anticipo: toPesos(anticipo ?? 0),
    tipo,
    forma_pago: forma_pago ?? '',
    impuestos: taxes.map(({ codigo, tarifa, base, valor }) => ({
      codigo,
      tarifa,
      base: toPesos(base),
      valor: toPesos(valor),
    })),
  };
}

/** The invoices to choose from, each with its NIT, date and value; null for those that are unknown. */
async function offeredOf(trx: Trx, expense: PlacedExpense): Promise<Expense['data_factura']> {
  const offered = offeredInvoicesOf(expense.data_factura);
  const [first] = offered;
  if (first === undefined) return [];
  const known = await invoicesOf(trx, { nit: expense.num_doc, numero: first.numero_factura });
  return offered.map(({ numero_factura, url }) => {
    const invoice = known.find((one) => one.url === url);
    return {
      numero_factura,
      url,
      nit: invoice?.nit ?? null,
      fecha: invoice?.fecha ?? null,
      valor: pesosOrNull(invoice ? shownInvoiceValue(invoice, expense.valor) : null),
    };
  });
}

/** How accounting last classified the supplier; null unless the session may decide the expense in the first pass. */
async function lastTimeOf(
  trx: Trx,
  session: Session,
  { active, estado, id_proveedor, num_doc }: PlacedExpense,
): Promise<Expense['ultima_vez']> {
  const { profile, boxState } = stages.accounting;
  if (session.profile !== profile || boxStateOf(active) !== boxState) return null;
  if (!waitsAt('accounting', expenseStateOf(estado))) return null;
  const rows = await lastSplitOf(trx, session, { id_proveedor, supplier: num_doc });
  const [last] = rows;
  if (last === undefined || last.fecha_contabilidad === null) return null;
  return {
    fecha: dateInBogota(last.fecha_contabilidad),
    factura_elec: last.factura_elec,
    indicador: last.indicador,
    tipo_persona: last.tipo_persona,
    categorias: rows.map(({ id, nombre, iva_item, deducible }) => ({
      id,
      nombre,
      iva_item,
      deducible,
    })),
    categorias_propias: JSON.parse(last.categorias_propias) as number[],
  };
}

/** An expense in its wire form; amounts in pesos. */
function wireExpense(
  expense: PlacedExpense,
  categories: readonly CategoryRow[],
  beside: Beside,
): Expense {
  const { active, num_doc, digito } = expense;
  // The detail has them in `data_factura` and `correccion`.
  const { facturas: _, id_usuario_correccion: __, ...shared } = sharedFields(expense, active);
  return {
    ...shared,
    ...byText((name) => expense[name]),
    ...picked(expense, 'id_caja', 'active', 'consecutivo', 'id_tienda', 'tienda', 'registrado_por'),
    ...picked(expense, 'factura_elec', 'soporte_tipo', 'id_usuario_cambio', 'id_proveedor'),
    ...picked(expense, 'item', 'item_texto', 'indicador', 'tipo_persona', 'origen'),
    ...stageFields(expense),
    cambiado_por: expense.cambiado_por ?? '',
    fecha_cambio: dateTimeText(expense.instante_cambio),
    proveedor: { num_doc, digito, nombre: expense.proveedor_nombre },
    categorias: categories.map(({ valor_item, ...category }) => ({
      ...category,
      valor_item: pesosOrNull(valor_item),
    })),
    fecha_registro: dateInBogota(expense.creado),
    correccion: wireCorrection(expense.correccion),
    ...beside,
  };
}

/** /detalleGasto: one expense that the session may see. */
export const expenseDetail: Operation<'/detalleGasto'> = ({ id_gasto }, context) =>
  context.read(async (trx) => {
    const found = await expenseWithStoreInScope(trx, context.session, id_gasto);
    const { categories } = found;
    const [expense = found.expense] = await withCurrentAnomalies(trx, [found.expense]);
    const ubicacion = await locationOf(trx, { ...expense, id: expense.id_caja }, context.now());
    const data_factura = await offeredOf(trx, expense);
    const invoices = await invoiceFacts(trx, expense);
    const repetidos = anomaliesIn(expense.informe_novedad).some(namesAnother)
      ? await repeatedInScope(trx, context.session, { ...expense, supplier: expense.num_doc })
      : [];
    const ultima_vez = await lastTimeOf(trx, context.session, expense);
    const beside = { ubicacion, data_factura, ...invoices, repetidos, ultima_vez };
    return [wireExpense(expense, categories, beside)];
  });
