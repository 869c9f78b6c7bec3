/** Events by the transition that they took, and how long what they ended had lasted. */

import { millisecondsInDay } from 'date-fns/constants';
import { type RawBuilder, sql } from 'kysely';
import { bogotaBehindUtc } from '#machines/domain/values/bogota-time.ts';
import { sentStates, stageNames, stages } from '#machines/domain/box/stages.ts';
import { boxStates } from '#machines/domain/box/states.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { rowsOf } from '../../platform/database/queries.ts';
import { visibleStores } from '../cases/scope.repository.ts';
import { LAST_BOXES, duration } from '../cases/box-location.repository.ts';
import { type WorkflowScope, ofScope, storesWanted } from './workflow.repository.ts';

/** Epoch milliseconds: `from` belongs to it, `until` does not. */
export interface Span {
  from: number;
  until: number;
}

/** Events that are read together: `from` and `where` of a query, in the order of the joins, which SQLite keeps. */
export type SomeEvents = RawBuilder<unknown>;

/** The log after one event and up to another, whoever's. */
export const eventsBetween = (after: number, upTo: number): SomeEvents => sql`
  from evento cross join cajas
  where evento.id > ${after} and evento.id <= ${upTo} and cajas.id = evento.id_caja`;

/** The same, of a period and a scope. */
export const eventsBetweenIn = (
  scope: WorkflowScope,
  { from, until }: Span,
  after: number,
  upTo: number,
): SomeEvents => sql`
  from evento cross join cajas cross join tiendas
  where evento.id > ${after} and evento.id <= ${upTo}
    and +evento.instante >= ${from} and +evento.instante < ${until}
    and cajas.id = evento.id_caja and tiendas.id = cajas.id_tienda and ${ofScope(scope)}`;

/** Events of boxes that are not sent, up to one event. */
export const eventsOfOpenBoxes = ({ from, until }: Span, upTo: number): SomeEvents => sql`
  from cajas cross join evento
  where cajas.active = ${sql.lit(boxStates.open.codigo)} and evento.id_caja = cajas.id
    and +evento.id <= ${upTo} and +evento.instante >= ${from} and +evento.instante < ${until}`;

/** Events of one store. A clock may have been set back, so only the events themselves say when they were. */
export const eventsOfStore = (
  scope: WorkflowScope,
  { from, until }: Span,
  idTienda: number,
): SomeEvents => sql`
  from tiendas cross join cajas cross join evento
  where tiendas.id = ${idTienda} and cajas.id_tienda = tiendas.id and ${ofScope(scope)}
    and evento.id_caja = cajas.id and +evento.instante >= ${from} and +evento.instante < ${until}`;

/** The stores that a scope names. */
export const storesNamed = (trx: Trx, { stores }: WorkflowScope): Promise<{ id: number }[]> =>
  trx.selectFrom('tiendas').select('id').where(storesWanted(stores)).orderBy('id').execute();

/** The event that ends a slice of so many; null when there is none after `after`. */
export const endOfSlice = async (
  trx: Trx,
  after: number,
  upTo: number,
  events: number,
): Promise<number | null> =>
  (
    await rowsOf<{ last: number | null }>(
      trx,
      sql`select max(id) as last from (select id from evento
        where id > ${after} and id <= ${upTo} order by id limit ${events}) as slice`,
    )
  )[0]?.last ?? null;

/** Days by which events are distinguished. */
export type Day = RawBuilder<number>;

/** Day in Colombia, in days since 1970. */
export const eachDay: Day = sql`(evento.instante - ${sql.lit(bogotaBehindUtc)}) / ${sql.lit(millisecondsInDay)}`;

export const anyDay: Day = sql`0`;

/** Events that took the same transition. */
export interface TakenTransition {
  /** 1: of boxes, 0: of expenses. */
  de_caja: 0 | 1;
  /** In days since 1970; 0 of any day. */
  dia: number;
  evento: string;
  desde: string;
  hacia: string;
  veces: number;
  /** Milliseconds of the stays that they ended, separated by commas; null where they ended none. */
  duraciones: string | null;
  /** Payloads of rejections, a line each; null where there are none. */
  rechazos: string | null;
}

/** Events whose payload names a reason. */
const rejections: readonly string[] = stageNames.map((name) => stages[name].reject);

/** Events by day and by the transition that they took, each of them read once. */
export const takenTransitions = (trx: Trx, events: SomeEvents, day: Day) =>
  rowsOf(
    trx,
    sql<TakenTransition>`
      select dia, de_caja, evento, desde, hacia, count(*) as veces,
        string_agg(cast(duracion as text), ',') as duraciones,
        string_agg(rechazo, ${sql.lit('\n')}) as rechazos
      from (
        select ${day} as dia, case when evento.id_gasto is null then 1 else 0 end as de_caja,
          evento.evento, evento.desde, evento.hacia, ${duration} as duracion,
          case when evento.evento in (${sql.join(rejections)}) then evento.payload end as rechazo
        ${events}
      ) as tomadas
      group by dia, de_caja, evento, desde, hacia`,
  );

/** Names of rejection reasons, whether they are still in use or not. */
export const reasonNames = async (
  trx: Trx,
  ids: readonly number[],
): Promise<{ id: number; nombre: string }[]> =>
  ids.length === 0
    ? []
    : trx
        .selectFrom('motivo_rechazo')
        .select(['id', 'nombre'])
        .where('id', 'in', [...ids])
        .orderBy('id')
        .execute();

const waitingCodes = sentStates
  .filter((name) => name !== 'closed')
  .map((name) => boxStates[name].codigo);

/** Stays at the stages that ended in the last boxes of each store: what is read grows with the stores, not with their past. */
export const lastStays = (trx: Trx, scope: WorkflowScope) =>
  rowsOf<{
    id_tienda: number;
    evento: string;
    estado: string;
    duracion: number;
    instante: number;
    id: number;
    nombre: string;
  }>(
    trx,
    sql`select cajas.id_tienda, evento.evento, evento.desde as estado, ${duration} as duracion, evento.instante,
        usuarios.id, usuarios.razon_social as nombre
      from tiendas cross join cajas cross join evento cross join usuarios
      where cajas.id_tienda = tiendas.id and cajas.consecutivo > tiendas.ultimo_consecutivo - ${LAST_BOXES}
        and ${ofScope(scope)} and evento.id_caja = cajas.id and evento.id_gasto is null
        and (evento.desde <> evento.hacia or evento.evento = 'BOX.PAPERS_RECEIVED')
        and evento.desde <> 'open' and usuarios.id = evento.id_actor`,
  );

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
