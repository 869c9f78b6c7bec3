import { type Expression, type RawBuilder, type SqlBool, expressionBuilder, sql } from 'kysely';
import type { ChartName } from '#contract/calls/workflow.calls.ts';
import type { BodyOf } from '#contract/contract.ts';
import { sentStates } from '#machines/domain/stages/stages.ts';
import { boxStates } from '#machines/domain/stages/states.ts';
import { paymentCodes } from '#machines/domain/payment/payment-states.ts';
import { isDateText } from '#machines/domain/values/bogota-time.ts';
import { instantsOf } from '#machines/domain/values/dates.ts';
import { rangeRefusals } from '#machines/flows/steps/date-range.form.ts';
import type { Session } from '../../platform/access/session.ts';
import { type ListRequest, folded, pageOf } from '../../platform/database/paging.ts';
import { rowsOf } from '../../platform/database/queries.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { brokenRule } from '../../platform/errors/http-error.ts';
import { boxMatches, shownState } from '../cases/box-list.repository.ts';
import { payables } from '../cases/payment.repository.ts';
import { storeInScope, visibleBoxes, visibleStores } from '../cases/scope.repository.ts';

/** Current states of boxes and expenses, over the stores that a session sees. */

const waitingCodes = sentStates
  .filter((name) => name !== 'closed')
  .map((name) => boxStates[name].codigo);

/** The boxes that wait now, each with its store. */
export const waitingBoxes = (trx: Trx, scope: WorkflowScope) =>
  rowsOf<{ id_tienda: number; active: number; papeles: number | null; desde: number }>(
    trx,
    sql`select cajas.id_tienda, cajas.active, cajas.papeles, cajas.fecha_movimiento as desde
      from cajas inner join tiendas on tiendas.id = cajas.id_tienda
      where cajas.active in (${sql.join(waitingCodes)}) and ${ofScope(scope)}`,
  );

/** The stores of a scope with their supervisors. */
export const supervisedStores = (trx: Trx, { session, stores }: WorkflowScope) =>
  trx
    .selectFrom('tiendas')
    .innerJoin('usuarios', 'usuarios.id', 'tiendas.id_supervisor')
    .where(visibleStores(session))
    .where(storesWanted(stores))
    .select(['tiendas.id', 'tiendas.nombre', 'tiendas.id_supervisor'])
    .select('usuarios.razon_social as supervisor')
    .execute();

/** Epoch milliseconds; `from` is inclusive, `until` exclusive. */
export interface Span {
  from: number;
  until: number;
}

/** @throws HttpError 422 for a day that does not exist, or a span that ends before it begins */
export function periodOf({ desde, hasta }: Pick<BodyOf<'/flujoCiclo'>, 'desde' | 'hasta'>): Span {
  for (const [field, day] of Object.entries({ desde, hasta }))
    if (!isDateText(day)) throw brokenRule(field, 'La fecha no existe.');
  const [refusal] = rangeRefusals({ desde, hasta });
  if (refusal) throw brokenRule(refusal.guardia, refusal.mensaje);
  return instantsOf(desde, hasta);
}

/** Filter of stores: by store, supervisor, format or city. */
interface StoreFilter {
  id_tienda?: number | undefined;
  id_supervisor?: number | undefined;
  id_formato?: number | undefined;
  id_ciudad?: number | undefined;
}

/** The boxes that the session sees in the stores that match the filter. */
export interface WorkflowScope {
  session: Session;
  stores: StoreFilter;
}

const boxes = expressionBuilder<Database, 'tiendas' | 'cajas'>();

/** Condition for a query with `cajas` and `tiendas`; unsent boxes are visible as in every other call. */
export const ofScope = (scope: WorkflowScope): RawBuilder<SqlBool> =>
  within(scope, visibleBoxes(scope.session)(boxes));

export const ofStores = (scope: WorkflowScope): RawBuilder<SqlBool> =>
  within(scope, visibleStores(scope.session)(expressionBuilder()));

const storeColumns = {
  id_tienda: 'id',
  id_supervisor: 'id_supervisor',
  id_formato: 'id_formato',
  id_ciudad: 'id_ciudad',
} as const satisfies Record<keyof StoreFilter, keyof Database['tiendas']>;

/** Condition of a filter on the columns of `tiendas`; an empty filter matches every store. */
const storesWanted = (filter: StoreFilter): RawBuilder<SqlBool> => {
  const wanted = Object.entries(storeColumns).flatMap(([field, column]) => {
    const value = filter[field as keyof StoreFilter];
    return value === undefined ? [] : sql`${sql.ref(`tiendas.${column}`)} = ${value}`;
  });
  return wanted.length === 0 ? sql`1 = 1` : sql`${sql.join(wanted, sql` and `)}`;
};

const within = ({ stores }: WorkflowScope, visible: Expression<SqlBool>): RawBuilder<SqlBool> =>
  sql`${visible} and ${storesWanted(stores)}`;

const closed = boxStates.closed.codigo;

/** Stored codes of a state: that of the box, and that of the expense; for a state of a box both are its code. */
export interface StateCodes {
  active?: number;
  codigo: number;
}

/** Boxes or expenses in one state; amounts in centavos. */
interface StateCount extends Required<StateCodes> {
  cantidad: number;
  valor: number;
}

/** The box that waits longest in a state, or with an expense in it. */
interface LongestWait extends Required<StateCodes> {
  desde: number;
  id_caja: number;
}

export interface PresentOfChart {
  counts: StateCount[];
  /** Only for states of boxes that are not closed. */
  waits: LongestWait[];
}

/** Stored counts of a chart, including unsent boxes, since a count does not identify them. */
const countsOf = (trx: Trx, scope: WorkflowScope, which: RawBuilder<SqlBool>) =>
  rowsOf<StateCount>(
    trx,
    sql`select cajas.active, cajas.estado as codigo, sum(cajas.cantidad) as cantidad,
        sum(cajas.valor) as valor
      from conteo as cajas inner join tiendas on tiendas.id = cajas.id_tienda
      where ${which} and ${ofStores(scope)}
      group by cajas.active, cajas.estado`,
  );

/** The longest wait in each non-empty state; `waiting` is a query in the order of the wait, the longest first. */
const longestWaits = async (
  trx: Trx,
  counts: readonly StateCount[],
  waiting: (state: Required<StateCodes>) => RawBuilder<unknown>,
): Promise<LongestWait[]> => {
  const states = counts.filter(({ active, cantidad }) => active !== closed && cantidad > 0);
  if (states.length === 0) return [];
  const firsts = states.map(
    (state) =>
      sql`select * from (${waiting(state)} limit 1) as ${sql.ref(`espera_${state.active}_${state.codigo}`)}`,
  );
  return rowsOf<LongestWait>(trx, sql`${sql.join(firsts, sql` union all `)}`);
};

async function presentBoxes(trx: Trx, scope: WorkflowScope): Promise<PresentOfChart> {
  const boxes = await countsOf(trx, scope, sql`cajas.estado = 0`);
  const counts = boxes.map((count) => ({ ...count, codigo: count.active }));
  const waits = await longestWaits(
    trx,
    counts,
    ({ active }) => sql`
      select cajas.active, cajas.active as codigo, cajas.fecha_movimiento as desde, cajas.id as id_caja
      from cajas inner join tiendas on tiendas.id = cajas.id_tienda
      where cajas.active = ${active} and ${ofScope(scope)}
      order by cajas.fecha_movimiento, cajas.id`,
  );
  return { counts, waits };
}

async function presentExpenses(trx: Trx, scope: WorkflowScope): Promise<PresentOfChart> {
  const counts = await countsOf(trx, scope, sql`cajas.estado <> 0`);
  const waits = await longestWaits(
    trx,
    counts,
    ({ active, codigo }) => sql`
      select cajas.active, cajas.estado as codigo, cajas.desde, cajas.id_caja
      from conteo_caja as cajas inner join tiendas on tiendas.id = cajas.id_tienda
      where cajas.active = ${active} and cajas.estado = ${codigo} and ${ofScope(scope)}
      order by cajas.desde, cajas.id_caja`,
  );
  return { counts, waits };
}

/** Current counts and longest waits in the states of each chart. */
export const presentOf: Record<
  ChartName,
  (trx: Trx, scope: WorkflowScope) => Promise<PresentOfChart>
> = { box: presentBoxes, expense: presentExpenses };

/** Codes of the payments that a store waits for: neither received nor kept back. */
const awaitedCodes = paymentCodes(
  ...(['waiting', 'prepared', 'authorised', 'sent', 'paid', 'claimed', 'returnProposed'] as const),
);

/**
 * Payments of boxes and of movements that stores wait for, by state; `desde` is the oldest of their last changes;
 * amounts in centavos.
 */
export const presentPayments = (trx: Trx, scope: WorkflowScope) =>
  rowsOf<{ codigo: string; cantidad: number; valor: number; desde: number }>(
    trx,
    sql`select pago.estado as codigo, count(*) as cantidad, sum(pago.valor) as valor,
        min(coalesce((select max(giro.cambio) from giro
          where giro.id_caja = pago.clave or giro.id_movimiento = -pago.clave), pago.desde)) as desde
      from ${payables({ codes: awaitedCodes })} as pago
        inner join tiendas on tiendas.id = pago.id_tienda
      where ${ofStores(scope)}
      group by pago.estado`,
  );

/** A state of one of the charts. */
export interface StateKey extends Required<StateCodes> {
  maquina: ChartName;
}

/** Number of boxes in a state, or with expenses in it, from the stored counts. */
const storedBoxes = async (
  trx: Trx,
  scope: WorkflowScope,
  active: number,
  estado: number,
): Promise<number> =>
  (
    await rowsOf<{ total: number }>(
      trx,
      sql`select coalesce(sum(cajas.cajas), 0) as total
        from conteo as cajas inner join tiendas on tiendas.id = cajas.id_tienda
        where cajas.active = ${active} and cajas.estado = ${estado} and ${ofScope(scope)}`,
    )
  )[0]?.total ?? 0;

/**
 * One page of the boxes in a state, or with expenses in it, the longest wait first. `total` is in centavos; `gastos` is
 * the number of expenses in the state, 0 for a state of boxes.
 *
 * @throws HttpError 400 for an order by an unknown field
 */
export function pageOfBoxesInState(
  trx: Trx,
  scope: WorkflowScope,
  { maquina, active, codigo }: StateKey,
  request: ListRequest,
) {
  const isOfBoxes = maquina === 'box';
  const gastos = isOfBoxes ? sql<number>`0` : sql<number>`conteo_caja.cantidad`;
  const desde = isOfBoxes ? sql<number>`cajas.fecha_movimiento` : sql<number>`conteo_caja.desde`;
  const inState = trx
    .selectFrom('cajas')
    .innerJoin('tiendas', 'tiendas.id', 'cajas.id_tienda')
    .where('cajas.active', '=', active)
    .$if(!isOfBoxes, (all) =>
      all
        .innerJoin('conteo_caja', 'conteo_caja.id_caja', 'cajas.id')
        .where('conteo_caja.active', '=', active)
        .where('conteo_caja.estado', '=', codigo),
    )
    .where(ofScope(scope))
    .select(['cajas.id as id_caja', 'cajas.id_tienda', 'tiendas.nombre as tienda'])
    .select(['cajas.consecutivo', 'cajas.active', 'cajas.total'])
    .select([gastos.as('gastos'), desde.as('desde')]);
  return pageOf(inState, request, {
    columns: {
      id_caja: sql`cajas.id`,
      id_tienda: sql`tiendas.id`,
      tienda: folded(sql`tiendas.nombre`),
      consecutivo: sql`cajas.consecutivo`,
      active: sql`cajas.active`,
      estado: shownState('nombre'),
      color: shownState('nombre'),
      total: sql`cajas.total`,
      encargado: shownState('tipo_usuario'),
      gastos,
      desde,
    },
    own: { by: 'desde', direction: 'asc' },
    key: isOfBoxes ? sql`cajas.id` : sql`conteo_caja.id_caja`,
    keyTurns: true,
    matches: (searched) => boxMatches(trx, scope.session, searched),
    stored: () => storedBoxes(trx, scope, active, isOfBoxes ? 0 : codigo),
  });
}

interface Named {
  id: number;
  nombre: string;
}

/** Options of the filters, by name: visible stores with their supervisors, formats and cities; all others. */
export const workflowFilters = async (trx: Trx, session: Session) => ({
  tiendas: await trx
    .selectFrom('tiendas')
    .select(['tiendas.id', 'tiendas.nombre'])
    .where(visibleStores(session))
    .orderBy(folded(sql`tiendas.nombre`))
    .orderBy('tiendas.id')
    .execute(),
  supervisores: await trx
    .selectFrom('usuarios')
    .select(['usuarios.id', 'usuarios.razon_social as nombre'])
    .where('usuarios.id', 'in', (users) =>
      users.selectFrom('tiendas').select('tiendas.id_supervisor').where(visibleStores(session)),
    )
    .orderBy(folded(sql`usuarios.razon_social`))
    .orderBy('usuarios.id')
    .execute(),
  formatos: await rowsOf<Named>(
    trx,
    sql`select id, nombre from formato_tienda
      where id in (select id_formato from tiendas where ${ofStores(wholeScope(session))}) order by nombre, id`,
  ),
  ciudades: await rowsOf<Named>(
    trx,
    sql`select id, nombre from ciudades
      where id in (select id_ciudad from tiendas where ${ofStores(wholeScope(session))}) order by nombre, id`,
  ),
  categorias: await rowsOf<Named>(
    trx,
    sql`select min(id) as id, nombre from categoria_gasto group by nombre order by nombre`,
  ),
  personas: await rowsOf<Named>(
    trx,
    sql`select id, razon_social as nombre from usuarios order by ${folded(sql`razon_social`)}, id`,
  ),
  motivos: await rowsOf<Named>(trx, sql`select id, nombre from motivo_rechazo order by nombre, id`),
});

/**
 * Scope of a request: the boxes that it covers.
 *
 * @throws HttpError 403 or 404 for a store that the session does not see
 */
export async function scopeOf(
  trx: Trx,
  session: Session,
  { id_tienda, id_supervisor, id_formato, id_ciudad }: StoreFilter,
): Promise<WorkflowScope> {
  if (id_tienda !== undefined) await storeInScope(trx, session, id_tienda);
  return { session, stores: { id_tienda, id_supervisor, id_formato, id_ciudad } };
}

/** Everything that the session sees. */
export const wholeScope = (session: Session): WorkflowScope => ({ session, stores: {} });
