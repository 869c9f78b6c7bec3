/** Events between two instants, read in slices that each ask little of the database. */
import { sql } from 'kysely';
import { arrivals } from '#machines/domain/expense.machine.ts';
import { stageNames, stages } from '#machines/domain/stages.ts';
import type { Trx } from '../database/transactions.ts';
import { rowsOf } from './queries.ts';
import { ofScope, type WorkflowScope } from './workflow.repository.ts';

/** Epoch milliseconds: `from` belongs to it, `until` does not. */
export interface Span {
  from: number;
  until: number;
}

/**
 * Where the slice that begins a span ends: after so many events, whoever they are of, so that no slice
 * takes long. Events of one instant stay together.
 */
export async function endOfSlice(trx: Trx, { from, until }: Span, events: number): Promise<number> {
  const next = await trx
    .selectFrom('evento')
    .select('instante')
    .where('instante', '>=', from)
    .where('instante', '<', until)
    .orderBy('instante')
    .limit(1)
    .offset(events)
    .executeTakeFirst();
  if (next === undefined) return until;
  return Math.max(next.instante, from + 1);
}

/**
 * The events of a slice, in the order of the joins: SQLite would begin with the boxes, and read the whole log
 * of a supervisor for each slice.
 */
const eventsOfSlice = (scope: WorkflowScope, { from, until }: Span) => sql`
  from evento cross join cajas cross join tiendas
  where evento.instante >= ${from} and evento.instante < ${until}
    and cajas.id = evento.id_caja and tiendas.id = cajas.id_tienda and ${ofScope(scope)}`;

/** Events that took the same transition. */
export interface TakenTransition {
  /** 1: of boxes, 0: of expenses. */
  de_caja: 0 | 1;
  evento: string;
  desde: string;
  hacia: string;
  veces: number;
  /** Milliseconds of the stays that they ended, separated by commas; null where they ended none. */
  duraciones: string | null;
}

/**
 * How long the state lasted that an event ended: since the event before it that changed the state of the same
 * object, or since the box was opened. An expense also comes to a state when its box moves; an event that follows
 * from a move of the box ends a stay that began before that move. Null for an event that ends no stay.
 */
const duration = sql<number | null>`case
  when evento.desde = evento.hacia or evento.desde = 'recording' then null
  when evento.id_gasto is null then evento.instante - coalesce((
    select antes.instante from evento as antes
    where antes.id_caja = evento.id_caja and antes.id_gasto is null
      and antes.secuencia < evento.secuencia
    order by antes.secuencia desc limit 1), cajas.creada)
  else evento.instante - (
    select max(llegada.instante) from (
      select (
        select antes.instante from evento as antes
        where antes.id_gasto = evento.id_gasto and antes.desde <> antes.hacia
          and antes.secuencia < evento.secuencia
        order by antes.secuencia desc limit 1) as instante
      union all
      select (
        select antes.instante from evento as antes
        where antes.id_caja = evento.id_caja and antes.id_gasto is null
          and antes.secuencia < evento.secuencia
          and (antes.instante < evento.instante or evento.evento not in (${sql.join(Object.values(arrivals))}))
        order by antes.secuencia desc limit 1) as instante) as llegada)
end`;

/** The events of a slice by the transition that they took. */
export const takenTransitions = (trx: Trx, scope: WorkflowScope, slice: Span) =>
  rowsOf(
    trx,
    sql<TakenTransition>`
      select de_caja, evento, desde, hacia, count(*) as veces,
        string_agg(cast(duracion as text), ',') as duraciones
      from (
        select case when evento.id_gasto is null then 1 else 0 end as de_caja,
          evento.evento, evento.desde, evento.hacia, ${duration} as duracion
        ${eventsOfSlice(scope, slice)}
      ) as tomadas
      group by de_caja, evento, desde, hacia`,
  );

const rejections = stageNames.map((name) => stages[name].reject);

/** Payloads of the rejections of a slice. */
export const rejectionsOf = (trx: Trx, scope: WorkflowScope, slice: Span) =>
  rowsOf(
    trx,
    sql<{ evento: string; payload: string }>`
      select evento.evento, evento.payload ${eventsOfSlice(scope, slice)}
        and evento.evento in (${sql.join(rejections)})`,
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
