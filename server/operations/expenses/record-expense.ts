import type { BodyOf } from '#contract/contract.ts';
import { successes } from '#contract/errors.ts';
import { dateInBogota, isWithin, recordingWindow } from '#machines/domain/dates.ts';
import { toCentavos } from '#machines/domain/money.ts';
import type { Row } from '../../database/schema.ts';
import type { Trx } from '../../database/transactions.ts';
import { storeInScope } from '../../repositories/scope.repository.ts';
import { brokenRule, HttpError } from '../../errors/http-error.ts';
import { findOpenBox } from '../../repositories/box.repository.ts';
import { findCategories } from '../../repositories/expense-detail.repository.ts';
import { BoxCase, isOpen } from '../../workflow/stored-box-case.ts';
import { fundExcess } from '../boxes/fund-limit.ts';
import { actorOf, type Operation } from '../operation.ts';
import { matchInvoice, withoutInvoice } from './electronic-invoice.ts';
import { anomalyReport, anomalySentences } from './anomaly-report.ts';
import { supplierOfExpense } from './supplier-of-expense.ts';

type ExpenseForm = BodyOf<'/enviarGasto'>;

const conflict = (guardia: string, mensaje: string): HttpError =>
  new HttpError(409, { motivos: [{ guardia, mensaje }] });

/** @throws HttpError 422 when the purchase is older than the previous month or in the future */
function requireDateInWindow(fechaGasto: string, now: number): void {
  const window = recordingWindow(dateInBogota(now));
  if (!isWithin(fechaGasto, window))
    throw brokenRule(
      'fecha_gasto',
      `La fecha de compra debe estar entre ${window.min} y ${window.max}.`,
    );
}

/** The open box of the store, locked; when it was sent at this moment, the one that followed it. */
async function openBoxOf(trx: Trx, idTienda: number, now: number): Promise<BoxCase> {
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const box = await findOpenBox(trx, idTienda);
    if (box === undefined) break;
    const opened = await BoxCase.open(trx, box.id, now);
    if (isOpen(opened.box)) return opened;
  }
  throw conflict('boxIsOpen', 'La tienda no tiene una caja abierta.');
}

/** @throws HttpError 422 when a category is repeated, inactive or of another store format */
async function categoriesOf(
  trx: Trx,
  ids: readonly number[],
  idFormato: number,
): Promise<Row<'categoria_gasto'>[]> {
  if (new Set(ids).size !== ids.length)
    throw brokenRule('categoria', 'Cada categoría se elige una sola vez.');
  const found = await findCategories(trx, ids);
  const usable = found.filter((row) => row.active_ === 1 && row.id_formato === idFormato);
  if (usable.length !== ids.length)
    throw brokenRule('categoria', 'Elija categorías del formato de la tienda.');
  return usable;
}

async function writeExpense(
  trx: Trx,
  form: ExpenseForm,
  now: number,
  box: BoxCase,
  store: Row<'tiendas'>,
  actor: ReturnType<typeof actorOf>,
): Promise<number> {
  const categories = await categoriesOf(trx, form.categoria, store.id_formato);
  const supplier = await supplierOfExpense(trx, form, { actor, now });
  const invoice =
    form.tipo_factura === 1
      ? await matchInvoice(trx, { nit: supplier.num_doc, numero: form.numero_factura ?? '' })
      : withoutInvoice;
  const facts = {
    id_proveedor: supplier.id,
    fecha_gasto: form.fecha_gasto,
    recibo: form.recibo,
    valor: toCentavos(form.valor),
    ...invoice,
  };
  const { excess, isForbidden } = await fundExcess(trx, store.id, facts.valor);
  if (isForbidden) box.forbidExcess(excess);
  const informe_novedad = await anomalyReport(trx, {
    ...facts,
    id: null,
    id_caja: box.box.id,
    soporte_sha256: null,
    soporte_contenido: null,
    informe_novedad: excess > 0 ? anomalySentences.fundExceeded : '',
  });
  return box.record(
    actor,
    {
      ...facts,
      proveedor_nombre: supplier.nombre,
      concepto: form.concepto.trim(),
      encargado: form.encargado?.trim() ?? '',
      requiere_mantenimiento: categories.some((row) => row.mantenimiento === 1) ? 1 : 0,
      informe_novedad,
    },
    form.categoria.map((id_categoria) => ({ id_categoria })),
  );
}

/** /enviarGasto: a new expense in the open box of the store. Its support follows in a call of its own. */
export const recordExpense: Operation<'/enviarGasto'> = (form, context) =>
  context.write(async (trx) => {
    const now = context.now();
    const store = await storeInScope(trx, context.session, form.id_tienda);
    if (store.active_ === 0)
      throw conflict('storeIsActive', 'La tienda está inactiva: no puede registrar gastos.');
    requireDateInWindow(form.fecha_gasto, now);
    const box = await openBoxOf(trx, store.id, now);
    const id_gasto = await writeExpense(trx, form, now, box, store, actorOf(context.session));
    return [{ status: '200' as const, msg: successes.saved, id_gasto }];
  });
