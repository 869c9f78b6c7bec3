import { sql } from 'kysely';
import type { BodyOf } from '#contract/contract.ts';
import { successes } from '#contract/errors.ts';
import { byText, type ExpenseText } from '#contract/expense-fields.ts';
import { rejectedCodes } from '#machines/domain/stages/states.ts';
import { canBeRecordedAgain } from '#machines/domain/expense/expense-correction.ts';
import { countsAsPaid } from '#machines/domain/case/box-money.ts';
import { inactiveStore } from '#machines/domain/fund/fund.ts';
import type { Person } from '#machines/domain/people/profiles.ts';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import { isWithin, recordingWindow } from '#machines/domain/values/dates.ts';
import { toCentavos } from '#machines/domain/values/money.ts';
import type { Session } from '../../platform/access/session.ts';
import { asJson, exists, valuesOf } from '../../platform/database/queries.ts';
import type { Row } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { brokenRule, conflict, found, notFound } from '../../platform/errors/http-error.ts';
import { actorOf, done, type Operation } from '../../platform/http/operation.ts';
import { forbiddenExcess, type OpenBox, openBoxOf } from '../cases/fund.repository.ts';
import { expenseInScope, expenseSupplier, lockBoxOfExpense } from '../cases/scope.repository.ts';
import { findVale, settleVale } from '../cases/vale.repository.ts';
import { BoxCase } from '../cases/stored-box-case.ts';
import { matchInvoice, withoutInvoice } from '../invoices/invoice.repository.ts';
import {
  requireUnblocked,
  type SupplierRow,
  supplierOfExpense,
  supplierWith,
} from '../suppliers/supplier.repository.ts';
import { anomalyReport } from './anomalies.ts';
import { limitsBrokenBy, requireLimits } from './expense-limits.ts';

/** True when an expense records this rejected one again. */
const isRecordedAgain = (trx: Trx, origen: number): Promise<boolean> =>
  exists(trx.selectFrom('gastos').select('id').where('origen', '=', origen));

/** Latest boxes of a store, and their latest expenses, from which entries are suggested. */
const RECENT_BOXES = 4;
const MOST_RECENT = 200;

/** The latest expenses of a store that are not rejected, with their suppliers, newest first. */
export async function recentExpensesOfStore(trx: Trx, idTienda: number) {
  const boxes = await trx
    .selectFrom('cajas')
    .select('id')
    .where('id_tienda', '=', idTienda)
    .orderBy('id', 'desc')
    .limit(RECENT_BOXES)
    .execute();
  if (boxes.length === 0) return [];
  return (
    trx
      .selectFrom('gastos')
      .innerJoin('proveedores', (join) => join.on('proveedores.id', '=', expenseSupplier))
      .select([
        'gastos.categorias_propias',
        'gastos.factura_elec',
        'gastos.concepto',
        'proveedores.id',
        'proveedores.num_doc',
        'proveedores.digito',
        'proveedores.nombre',
      ])
      .where('proveedores.bloqueado_desde', 'is', null)
      .where(
        'gastos.id_caja',
        'in',
        boxes.map(({ id }) => id),
      )
      .where('gastos.estado', 'not in', rejectedCodes)
      // Ordered by id, both engines would scan all expenses backwards to find those of the boxes.
      .orderBy('gastos.creado', 'desc')
      .orderBy('gastos.id', 'desc')
      .limit(MOST_RECENT)
      .execute()
  );
}

/** The municipality of a store; undefined when its city has none. */
export const municipalityOfStore = (trx: Trx, idTienda: number) =>
  trx
    .selectFrom('tiendas')
    .innerJoin('ciudades', 'ciudades.id', 'tiendas.id_ciudad')
    .innerJoin('municipios', 'municipios.id_municipio', 'ciudades.id_municipio')
    .select(['municipios.id_municipio', 'municipios.departamento_id'])
    .where('tiendas.id', '=', idTienda)
    .executeTakeFirst();

export type Category = Pick<
  Row<'categoria_gasto'>,
  'id' | 'nombre' | 'mantenimiento' | 'id_formato' | 'active_'
>;

/** The categories with these ids, active or not. */
const categoriesWith = (trx: Trx, ids: readonly number[]) =>
  trx
    .selectFrom('categoria_gasto')
    .select(['categoria_gasto.id', 'categoria_gasto.nombre', 'categoria_gasto.mantenimiento'])
    .select(['categoria_gasto.id_formato', 'categoria_gasto.active_'])
    .where('categoria_gasto.id', 'in', [...ids]);

export const findCategories = (trx: Trx, ids: readonly number[]): Promise<Category[]> =>
  categoriesWith(trx, ids).execute();

/**
 * What a form names by id, to read in another statement: its categories, and its supplier if there is one; and whether
 * there are limits.
 */
const chosenIn = (trx: Trx, { categoria, id_proveedor }: ExpenseForm) =>
  sql<string>`'[' || ${asJson(trx, categoriesWith(trx, categoria))} || ','
    || ${asJson(trx, supplierWith(trx, id_proveedor ?? 0))} || ','
    || ${asJson(trx, trx.selectFrom('tope_categoria').select('id').where('hasta', 'is', null).limit(1))} || ']'`;

type Chosen = [Category[], SupplierRow[], unknown[]];

/** Ids of the categories of a store format with these names. */
export const categoriesNamed = (
  trx: Trx,
  idFormato: number,
  names: readonly string[],
): Promise<number[]> =>
  valuesOf(
    trx
      .selectFrom('categoria_gasto')
      .select('id')
      .where('id_formato', '=', idFormato)
      .where('nombre', 'in', names)
      .orderBy('id'),
    'id',
  );

type ExpenseForm = BodyOf<'/enviarGasto'>;

/**
 * @param since instant of the recording
 * @throws HttpError 422 when the purchase is before the month that precedes the recording, or in the future
 */
export function requireDateInWindow(fechaGasto: string, now: number, since = now): void {
  const { max } = recordingWindow(dateInBogota(now));
  const window = { min: recordingWindow(dateInBogota(since)).min, max };
  requireWithin(fechaGasto, window);
}

/** @throws HttpError 422 */
export function requireWithin(fechaGasto: string, window: Parameters<typeof isWithin>[1]): void {
  if (!isWithin(fechaGasto, window))
    throw brokenRule(
      'fecha_gasto',
      `La fecha de compra debe estar entre ${window.min} y ${window.max}.`,
    );
}

/**
 * @param found the categories with these ids
 * @param stored ids that the expense already has, which may be inactive by now
 * @throws HttpError 422 when a category is repeated, inactive or of another store format
 */
export function usableCategories<Found extends Category>(
  found: readonly Found[],
  ids: readonly number[],
  idFormato: number,
  stored: readonly number[] = [],
): Found[] {
  if (new Set(ids).size !== ids.length)
    throw brokenRule('categoria', 'Cada categoría se elige una sola vez.');
  const usable = found.filter(
    (row) => stored.includes(row.id) || (row.active_ === 1 && row.id_formato === idFormato),
  );
  if (usable.length !== ids.length)
    throw brokenRule('categoria', 'Elija categorías del formato de la tienda.');
  return usable;
}

/** The columns that the form fills, whether the expense is recorded or corrected. */
export const columnsOfForm = (
  form: Pick<ExpenseForm, 'fecha_gasto' | 'recibo' | 'valor' | ExpenseText>,
  supplier: SupplierRow,
  categories: readonly Category[],
) =>
  ({
    id_proveedor: supplier.id,
    proveedor_nombre: supplier.nombre,
    fecha_gasto: form.fecha_gasto,
    recibo: form.recibo,
    valor: toCentavos(form.valor),
    ...byText((name) => form[name]?.trim() ?? ''),
    requiere_mantenimiento: categories.some((row) => row.mantenimiento === 1) ? 1 : 0,
  }) as const;

/**
 * Requires a rejected expense of this store, decided for good, not as a duplicate, and neither taken over by the company
 * nor recorded again. Locks its box, so that nobody takes it over meanwhile; the box of the new expense is locked before.
 *
 * @throws HttpError 404, 409
 */
async function requireOrigin(
  trx: Trx,
  session: Session,
  origen: number,
  idTienda: number,
): Promise<void> {
  const { id_tienda } = await lockBoxOfExpense(trx, session, origen);
  if (id_tienda !== idTienda) throw notFound();
  const origin = await expenseInScope(trx, session, origen);
  if (origin.asumido === 1)
    throw conflict(
      'originIsNotTakenOver',
      'La empresa asumió este gasto: no se vuelve a registrar.',
    );
  if (!canBeRecordedAgain(origin))
    throw conflict(
      'originIsRejected',
      'Solo se vuelve a registrar un gasto rechazado, no duplicado, cuya revisión ya terminó.',
    );
  if (await isRecordedAgain(trx, origen))
    throw conflict('originIsUnused', 'Este gasto ya se volvió a registrar.');
}

/** Centavos of a vale; the expense settles it afterwards, and is refused when it cannot. */
const amountOfVale = async (trx: Trx, idVale: number): Promise<number> =>
  found(await findVale(trx, idVale)).valor;

async function writeExpense(
  trx: Trx,
  form: ExpenseForm,
  now: number,
  open: OpenBox,
  actor: ReturnType<typeof actorOf>,
): Promise<number> {
  const box = new BoxCase(trx, now, open);
  const [known, [named = null], limits] = JSON.parse(open.beside) as Chosen;
  const categories = usableCategories(known, form.categoria, open.id_formato);
  const supplier = await supplierOfExpense(trx, form, { actor, now }, named);
  if (form.sin_senal !== 1) requireUnblocked(supplier);
  const invoice =
    form.tipo_factura === 1
      ? await matchInvoice(trx, { nit: supplier.num_doc, numero: form.numero_factura ?? '' })
      : withoutInvoice;
  const columns = columnsOfForm(form, supplier, categories);
  const facts = { ...columns, ...invoice, origen: form.origen ?? null };
  const salda = facts.origen === null ? 0 : await takenOver(trx, facts.origen, facts.valor, now);
  const delVale = form.id_vale == null ? 0 : await amountOfVale(trx, form.id_vale);
  // The part that it takes over, or that a vale paid, is already out of the fund.
  box.setFundExcess(forbiddenExcess(open, facts.valor - salda - delVale));
  const nothingYet = { id: null, estado: null, soporte_sha256: null, soporte_contenido: null };
  const before = { ...nothingYet, id_caja: open.id, creado: now };
  const broken =
    limits.length === 0
      ? []
      : await limitsBrokenBy(trx, {
          ...facts,
          ...before,
          categoria: form.categoria,
          id_tienda: open.id_tienda,
          id_formato: open.id_formato,
        });
  if (form.sin_senal !== 1) requireLimits(broken);
  const informe_novedad = await anomalyReport(trx, { ...facts, ...before }, supplier, broken);
  const gasto = await box.record(
    actor,
    { ...facts, informe_novedad },
    form.categoria.map((id_categoria) => ({ id_categoria })),
  );
  if (form.id_vale != null) {
    const vale = { id: form.id_vale, idTienda: open.id_tienda };
    const use = { type: 'VALE.USE', actor, valor: facts.valor, dia: facts.fecha_gasto } as const;
    await settleVale(trx, vale, use, { actor, now }, gasto);
  }
  if (facts.origen !== null) await settleOrigin(trx, facts.origen, { actor, gasto, salda, now });
  return gasto;
}

/** /enviarGasto: a new expense in the open box of the store. Its receipt follows in a separate call. */
export const recordExpense: Operation<'/enviarGasto'> = (form, context) =>
  context.write(async (trx) => {
    const now = context.now();
    const open = await openBoxOf(trx, context.session, form.id_tienda, chosenIn(trx, form));
    if (open.tienda_activa === 0) throw conflict('storeIsActive', inactiveStore);
    requireDateInWindow(form.fecha_gasto, now);
    if (form.origen != null) await requireOrigin(trx, context.session, form.origen, form.id_tienda);
    const id_gasto = await writeExpense(trx, form, now, open, actorOf(context.session));
    return done(successes.saved, { id_gasto });
  });

/** Recording a rejected expense again: in the rejected one's box, the person in charge then owes less. */

/** Locks the box of the rejected expense; the box of the new one must be locked before. */
async function boxOfOrigin(trx: Trx, origen: number, now: number): Promise<BoxCase> {
  const { id_caja } = await trx
    .selectFrom('gastos')
    .select('id_caja')
    .where('id', '=', origen)
    .executeTakeFirstOrThrow();
  return BoxCase.open(trx, id_caja, now);
}

/** Centavos taken over from a rejected expense; 0 when its box counts as paid. @param valor centavos of the new one */
export async function takenOver(
  trx: Trx,
  origen: number,
  valor: number,
  now: number,
): Promise<number> {
  const box = await boxOfOrigin(trx, origen, now);
  return Math.min(valor, await box.owedOf(origen));
}

/** Settles the rejected expense once the new one is recorded. @param salda centavos that the new one takes over */
export async function settleOrigin(
  trx: Trx,
  origen: number,
  { actor, gasto, salda, now }: { actor: Person; gasto: number; salda: number; now: number },
): Promise<void> {
  if (salda === 0) return;
  const box = await boxOfOrigin(trx, origen, now);
  await box.fireOwed(origen, { type: 'OWED.RECORDED_AGAIN', actor, gasto, salda });
}

/**
 * Reverts the settlement when the new expense is deleted or its value changes: the rejected one is owed again, unless
 * its box counts as paid by then.
 */
export async function unsettleOrigin(
  trx: Trx,
  origen: number,
  { actor, gasto, now }: { actor: Person; gasto: number; now: number },
): Promise<void> {
  const last = await trx
    .selectFrom('evento')
    .select('payload')
    .where('id_gasto', '=', origen)
    .where('evento', '=', 'OWED.RECORDED_AGAIN')
    .orderBy('secuencia', 'desc')
    .limit(1)
    .executeTakeFirst();
  const recording = last && (JSON.parse(last.payload) as { gasto: number; salda: number });
  if (recording?.gasto !== gasto) return;
  const box = await boxOfOrigin(trx, origen, now);
  if (countsAsPaid(box.box)) return;
  const { salda } = recording;
  await box.fireOwed(origen, { type: 'OWED.RECORDING_REMOVED', actor, gasto, salda });
}
