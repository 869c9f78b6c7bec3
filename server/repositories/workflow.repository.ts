/** Where boxes and expenses stand now, over the stores that a session sees. */
import { expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ChartName } from '#contract/calls/workflow.calls.ts';
import { boxStates } from '#machines/domain/states.ts';
import type { Database } from '../database/schema.ts';
import type { Trx } from '../database/transactions.ts';
import type { Session } from '../policies/session.ts';
import { visibleBoxes, visibleStores } from './scope.repository.ts';
import { boxMatches, shownState } from './box-list.repository.ts';
import { folded, type ListRequest, pageOf } from './paging.ts';
import { rowsOf } from './queries.ts';

/** Boxes of one store, of the stores that one supervisor supervises, or all that the session sees. */
export interface WorkflowScope {
  session: Session;
  idTienda: number | undefined;
  idSupervisor: number | undefined;
}

const boxes = expressionBuilder<Database, 'tiendas' | 'cajas'>();

/** Narrows a query with `cajas` and `tiendas` in it: an unsent box is seen by whom every other call shows it. */
export const ofScope = ({ session, idTienda, idSupervisor }: WorkflowScope): RawBuilder<SqlBool> =>
  sql`${sql.join(
    [
      sql`${visibleBoxes(session)(boxes)}`,
      ...(idTienda === undefined ? [] : [sql`tiendas.id = ${idTienda}`]),
      ...(idSupervisor === undefined ? [] : [sql`tiendas.id_supervisor = ${idSupervisor}`]),
    ],
    sql` and `,
  )}`;

const closed = boxStates.closed.codigo;

/**
 * When the stored state of an expense came: with the last event that changed it. An expense always has one, since
 * it is recorded by an event.
 */
const changedState = sql<number>`(
  select evento.instante from evento
  where evento.id_gasto = gastos.id and evento.desde <> evento.hacia
  order by evento.secuencia desc limit 1)`;

/** An expense waits where its box is: it came there with the box, or by its own last change. */
const enteredPlace = (changed: RawBuilder<number>) => sql<number>`
  case when ${changed} > cajas.fecha_movimiento then ${changed} else cajas.fecha_movimiento end`;

/** A state of a chart by its stored codes: that of the box, and that of the expense; of a box both are its own. */
export interface StateCodes {
  active?: number;
  codigo: number;
}

/** Objects of one state, whichever chart it is of; amounts in centavos. */
export interface StateCount extends StateCodes {
  cantidad: number;
  valor: number;
}

/** The one that waits longest in a state. */
export interface LongestWait extends StateCodes {
  desde: number;
  id_caja: number;
}

export interface PresentOfChart {
  counts: StateCount[];
  /** Only boxes that are not closed, and their expenses, wait. */
  waits: LongestWait[];
}

/** Selects the first row of each state among rows with its codes, `desde` and `id_caja`. */
const firstOfEach = (waiting: RawBuilder<unknown>): RawBuilder<LongestWait> => sql`
  select active, codigo, desde, id_caja from (
    select active, codigo, desde, id_caja,
      row_number() over (partition by active, codigo order by desde, id_caja) as puesto
    from (${waiting}) as espera) as puestos
  where puesto = 1`;

const presentBoxes = async (trx: Trx, scope: WorkflowScope): Promise<PresentOfChart> => ({
  counts: await rowsOf<StateCount>(
    trx,
    sql`select cajas.active, cajas.active as codigo, count(*) as cantidad, sum(cajas.total) as valor
      from cajas inner join tiendas on tiendas.id = cajas.id_tienda
      where ${ofScope(scope)}
      group by cajas.active`,
  ),
  waits: await rowsOf(
    trx,
    firstOfEach(sql`
      select cajas.active, cajas.active as codigo, cajas.fecha_movimiento as desde,
        cajas.id as id_caja
      from cajas inner join tiendas on tiendas.id = cajas.id_tienda
      where cajas.active <> ${closed} and ${ofScope(scope)}`),
  ),
});

const presentExpenses = async (trx: Trx, scope: WorkflowScope): Promise<PresentOfChart> => ({
  counts: await rowsOf<StateCount>(
    trx,
    // Counted box by box, in the order of the index on boxes and states: nothing is sorted but a few sums.
    sql`select active, codigo, sum(cantidad) as cantidad, sum(valor) as valor
      from (
        select cajas.active, gastos.estado as codigo, count(*) as cantidad, sum(gastos.valor) as valor
        from cajas
          cross join tiendas
          cross join gastos
        where tiendas.id = cajas.id_tienda and gastos.id_caja = cajas.id and ${ofScope(scope)}
        group by cajas.id, gastos.estado
      ) as de_caja
      group by active, codigo`,
  ),
  waits: await rowsOf(
    trx,
    firstOfEach(sql`
      select active, codigo, ${enteredPlace(sql`cambio`)} as desde, id_caja
      from (select cajas.active, cajas.fecha_movimiento, gastos.estado as codigo, gastos.id_caja,
        ${changedState} as cambio
      from gastos
        inner join cajas on cajas.id = gastos.id_caja
        inner join tiendas on tiendas.id = cajas.id_tienda
      where cajas.active <> ${closed} and ${ofScope(scope)}) as cajas`),
  ),
});

/** Counts what is in each state of a chart now. */
export const presentOf: Record<
  ChartName,
  (trx: Trx, scope: WorkflowScope) => Promise<PresentOfChart>
> = { box: presentBoxes, expense: presentExpenses };

/** A state of one of the charts. */
export interface StateKey extends Required<StateCodes> {
  maquina: ChartName;
}

/** The expenses of a state by their boxes. */
const expensesInState = (codigo: number) =>
  sql<{ id_caja: number; gastos: number; cambio: number }>`(
    select gastos.id_caja, count(*) as gastos, min(${changedState}) as cambio
    from gastos where gastos.estado = ${codigo} group by gastos.id_caja)`.as('en_estado');

/**
 * One page of the boxes in a state, or with expenses in it; those that have been longest in it first. `total` is
 * centavos, `gastos` the number of its expenses in the state, 0 when the state is one of boxes.
 *
 * @throws HttpError 400 for an order by anything that is no field of the list
 */
export function pageOfBoxesInState(
  trx: Trx,
  scope: WorkflowScope,
  { maquina, active, codigo }: StateKey,
  request: ListRequest,
) {
  const isOfBoxes = maquina === 'box';
  const gastos = isOfBoxes ? sql<number>`0` : sql<number>`en_estado.gastos`;
  const desde = isOfBoxes
    ? sql<number>`cajas.fecha_movimiento`
    : enteredPlace(sql`en_estado.cambio`);
  const inState = trx
    .selectFrom('cajas')
    .innerJoin('tiendas', 'tiendas.id', 'cajas.id_tienda')
    .where('cajas.active', '=', active)
    .$if(!isOfBoxes, (all) =>
      all.innerJoin(expensesInState(codigo), 'en_estado.id_caja', 'cajas.id'),
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
    key: sql`cajas.id`,
    keyTurns: true,
    matches: boxMatches,
  });
}

interface Named {
  id: number;
  nombre: string;
}

/** The stores that the session sees, and who supervises one of them, each by name. */
export const workflowFilters = async (
  trx: Trx,
  session: Session,
): Promise<{ tiendas: Named[]; supervisores: Named[] }> => ({
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
});
