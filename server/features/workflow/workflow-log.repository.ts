import { type RawBuilder, sql } from 'kysely';
import { owedEventNames } from '#machines/domain/history/log-words.ts';
import { boxStates } from '#machines/domain/stages/states.ts';
import { grouped } from '#machines/domain/values/grouped.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { expenseSupplier } from '../cases/scope.repository.ts';
import { type Span, type WorkflowScope, ofScope } from './workflow.repository.ts';

/** The log of one box, with the facts for its history. */

export interface WorkflowBox {
  id: number;
  id_tienda: number;
  tienda: string;
  consecutivo: number | null;
  active: number;
  creada: number;
  fecha_movimiento: number;
  /** Fund of the store, centavos. */
  base: number;
}

/** A box of the scope; undefined when the session does not see it. */
export const findWorkflowBox = async (
  trx: Trx,
  scope: WorkflowScope,
  idCaja: number,
): Promise<WorkflowBox | undefined> =>
  (
    await sql<WorkflowBox>`
      select cajas.id, cajas.id_tienda, tiendas.nombre as tienda, cajas.consecutivo, cajas.active,
        cajas.creada, cajas.fecha_movimiento, tiendas.base
      from cajas inner join tiendas on tiendas.id = cajas.id_tienda
      where cajas.id = ${idCaja} and ${ofScope(scope)}`.execute(trx)
  ).rows[0];

/** Columns of an event and its actor, where `evento` is joined with `usuarios`. */
const eventColumns = [
  'evento.secuencia',
  'evento.id_gasto',
  'evento.evento',
  'evento.desde',
  'evento.hacia',
  'evento.id_actor',
  'evento.perfil',
  'evento.ingreso',
  'evento.instante',
  'evento.version_maquina',
  'evento.payload',
  'usuarios.razon_social as actor',
] as const;

/** The events of a box with the names of their actors, from the first. */
export const logOfBox = (trx: Trx, idCaja: number) =>
  trx
    .selectFrom('evento')
    .leftJoin('usuarios', 'usuarios.id', 'evento.id_actor')
    .select(['evento.id', ...eventColumns])
    .where('evento.id_caja', '=', idCaja)
    .orderBy('evento.secuencia')
    .execute();

export type LogRow = Awaited<ReturnType<typeof logOfBox>>[number];

/** Current texts of the expenses of a box. */
export const expenseNames = (trx: Trx, idCaja: number) =>
  trx
    .selectFrom('gastos')
    .select(['id', 'concepto', 'proveedor_nombre as proveedor'])
    .where('id_caja', '=', idCaja)
    .execute();

/** An event that may change the amount of the fund that a box commits. */
export interface FundEvent {
  /** Ascends with time over all boxes. */
  id: number;
  id_caja: number;
  id_gasto: number | null;
  evento: string;
  hacia: string;
  payload: string;
}

/**
 * Events that change the amounts of the fund committed by the other boxes of the store, by key, up to the last event of
 * this box. Excludes boxes that were closed, with their money settled, before this one was opened.
 *
 * @param lastId key of the last event of this box
 */
export const fundEventsBeside = (
  trx: Trx,
  { id, id_tienda, creada }: Pick<WorkflowBox, 'id' | 'id_tienda' | 'creada'>,
  lastId: number,
) =>
  trx
    .selectFrom('evento')
    .select(['id', 'id_caja', 'id_gasto', 'evento', 'hacia', 'payload'])
    .where('id_caja', 'in', (boxes) =>
      boxes
        .selectFrom('cajas')
        .select('cajas.id')
        .where('cajas.id_tienda', '=', id_tienda)
        .where('cajas.id', '!=', id)
        .where(({ eb, exists, or, selectFrom }) =>
          or([
            eb('cajas.active', '!=', boxStates.closed.codigo),
            eb('cajas.fecha_movimiento', '>=', creada),
            eb('cajas.por_girar', '>', 0),
            eb('cajas.a_cargo', '>', 0),
            // Its last event, such as a payment, is later.
            exists(
              selectFrom('evento as ultimo')
                .select('ultimo.id')
                .whereRef('ultimo.id_caja', '=', 'cajas.id')
                .whereRef('ultimo.secuencia', '=', 'cajas.version')
                .where('ultimo.instante', '>=', creada),
            ),
          ]),
        ),
    )
    .where('id', '<=', lastId)
    .where(({ eb, or }) =>
      or([
        eb('id_gasto', 'is', null),
        eb('evento', 'in', ['EXPENSE.RECORD', 'EXPENSE.REMOVE', ...Object.keys(owedEventNames)]),
      ]),
    )
    .orderBy('id')
    .execute();

/** The log of a period for a download, in pages with a small query each. */

interface ExportedBoxRow {
  id: number;
  id_tienda: number;
  tienda: string;
  centro_costo: string;
  formato: string;
  ciudad: string;
  id_supervisor: number;
  supervisor: string;
  consecutivo: number | null;
  active: number;
  total: number;
  total_aprobado: number;
  fecha_movimiento: number;
}

const expensesOfBoxes = (trx: Trx, boxes: readonly number[]) =>
  trx
    .selectFrom('gastos')
    .innerJoin('proveedores', (join) => join.on('proveedores.id', '=', expenseSupplier))
    .select(['gastos.id', 'gastos.id_caja', 'gastos.fecha_gasto', 'gastos.recibo', 'gastos.valor'])
    .select(['gastos.numero_factura', 'gastos.id_proveedor', 'gastos.informe_novedad'])
    .select('gastos.categorias_propias as categorias')
    .select(['proveedores.num_doc', 'proveedores.nombre as proveedor'])
    .where('gastos.id_caja', 'in', [...boxes])
    .orderBy('gastos.id')
    .execute();

const paymentsOfBoxes = (trx: Trx, boxes: readonly number[]) =>
  trx
    .selectFrom('giro')
    .select(['id', 'id_caja', 'id_lote', 'valor', 'via', 'preparado'])
    .where('id_caja', 'in', [...boxes])
    .$narrowType<{ id_caja: number }>()
    .orderBy('id')
    .execute();

export type ExportedExpense = Awaited<ReturnType<typeof expensesOfBoxes>>[number];
export type ExportedPayment = Awaited<ReturnType<typeof paymentsOfBoxes>>[number];

/** A box that may have events in the period, with its current expenses and payments; amounts in centavos. */
export interface ExportedBox extends ExportedBoxRow {
  gastos: ExportedExpense[];
  giros: ExportedPayment[];
}

/** The next boxes by key that were not closed before the period, or whose last event is not before it. */
export const boxesOfPeriod = (
  trx: Trx,
  scope: WorkflowScope,
  { from, until }: Span,
  after: number,
  limit: number,
): Promise<ExportedBox[]> =>
  exportedBoxes(
    trx,
    sql`cajas.id > ${after} and cajas.creada < ${until}
      and (cajas.active <> ${boxStates.closed.codigo} or cajas.fecha_movimiento >= ${from}
        or exists (select 1 from evento where evento.id_caja = cajas.id
          and evento.secuencia = cajas.version and evento.instante >= ${from}))
      and ${ofScope(scope)}`,
    limit,
  );

/** Boxes by key, in its order. */
export const boxesByKey = (trx: Trx, keys: readonly number[]): Promise<ExportedBox[]> =>
  exportedBoxes(trx, sql`cajas.id in (${sql.join(keys)})`, keys.length);

async function exportedBoxes(
  trx: Trx,
  which: RawBuilder<unknown>,
  limit: number,
): Promise<ExportedBox[]> {
  const { rows } = await sql<ExportedBoxRow>`
      select cajas.id, cajas.id_tienda, tiendas.nombre as tienda, tiendas.centro_costo,
        formato_tienda.nombre as formato, ciudades.nombre as ciudad, tiendas.id_supervisor, supervisor.razon_social as supervisor, cajas.consecutivo, cajas.active,
        cajas.total, cajas.total_aprobado, cajas.fecha_movimiento
      from cajas
        inner join tiendas on tiendas.id = cajas.id_tienda
        inner join formato_tienda on formato_tienda.id = tiendas.id_formato
        inner join ciudades on ciudades.id = tiendas.id_ciudad
        inner join usuarios as supervisor on supervisor.id = tiendas.id_supervisor
      where ${which}
      order by cajas.id limit ${limit}`.execute(trx);
  if (rows.length === 0) return [];
  const keys = rows.map(({ id }) => id);
  const ofBox = <Row extends { id_caja: number }>(found: Row[]): Map<number, Row[]> =>
    grouped(
      found,
      ({ id_caja }) => id_caja,
      (row) => row,
    );
  const gastos = ofBox(await expensesOfBoxes(trx, keys));
  const giros = ofBox(await paymentsOfBoxes(trx, keys));
  return rows.map((box) => ({
    ...box,
    gastos: gastos.get(box.id) ?? [],
    giros: giros.get(box.id) ?? [],
  }));
}

/** Number of events of the scope in a period, counted up to a limit. */
export async function countEventsOfPeriod(
  trx: Trx,
  scope: WorkflowScope,
  { from, until }: Span,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select evento.id from cajas
        inner join tiendas on tiendas.id = cajas.id_tienda
        inner join evento on evento.id_caja = cajas.id
      where cajas.creada < ${until} and evento.instante >= ${from} and evento.instante < ${until}
        and ${ofScope(scope)}
      limit ${limit}) as eventos`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** Key of the last event of a page. */
export interface EventKey {
  id_caja: number;
  secuencia: number;
}

/** The next events of some boxes in the period, box by box. */
export const eventsOfPeriod = (
  trx: Trx,
  boxes: readonly number[],
  { from, until }: Span,
  after: EventKey,
  limit: number,
) =>
  trx
    .selectFrom('evento')
    .leftJoin('usuarios', 'usuarios.id', 'evento.id_actor')
    .select(['evento.id_caja', ...eventColumns])
    .where('evento.id_caja', 'in', [...boxes])
    .where('evento.instante', '>=', from)
    .where('evento.instante', '<', until)
    .where(({ eb, or, and }) =>
      or([
        eb('evento.id_caja', '>', after.id_caja),
        and([
          eb('evento.id_caja', '=', after.id_caja),
          eb('evento.secuencia', '>', after.secuencia),
        ]),
      ]),
    )
    .orderBy('evento.id_caja')
    .orderBy('evento.secuencia')
    .limit(limit)
    .execute();

export type ExportedEventRow = Awaited<ReturnType<typeof eventsOfPeriod>>[number];
