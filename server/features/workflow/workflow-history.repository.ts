/** Events by transition, with the durations of the stays that they ended. */

import { millisecondsInDay } from 'date-fns/constants';
import { type RawBuilder, sql } from 'kysely';
import type { BodyOf } from '#contract/contract.ts';
import { sentStates, stageNames, stages } from '#machines/domain/stages/stages.ts';
import { boxStates } from '#machines/domain/stages/states.ts';
import { arrivals } from '#machines/domain/expense/expense.machine.ts';
import { NO_STAY, spanOf } from '#machines/domain/values/durations.ts';
import { bogotaBehindUtc, dateInBogota, isDateText } from '#machines/domain/values/bogota-time.ts';
import { instantsOf } from '#machines/domain/values/dates.ts';
import { rangeRefusals } from '#machines/flows/steps/date-range.form.ts';
import { BulkInsert } from '../../platform/database/bulk-rows.ts';
import { exists, rowsOf } from '../../platform/database/queries.ts';
import type { Row } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { brokenRule } from '../../platform/errors/http-error.ts';
import { LAST_BOXES, duration } from '../cases/event.repository.ts';
import { visibleStores } from '../cases/scope.repository.ts';
import { type WorkflowScope, ofScope, storesWanted } from './workflow.repository.ts';

/** Epoch milliseconds; `from` is inclusive, `until` exclusive. */
export interface Span {
  from: number;
  until: number;
}

/** @throws HttpError 422 for a day that does not exist, or a span that ends before it begins */
export function periodOf({
  desde,
  hasta,
}: Pick<BodyOf<'/flujoHistoria'>, 'desde' | 'hasta'>): Span {
  for (const [field, day] of Object.entries({ desde, hasta }))
    if (!isDateText(day)) throw brokenRule(field, 'La fecha no existe.');
  const [refusal] = rangeRefusals({ desde, hasta });
  if (refusal) throw brokenRule(refusal.guardia, refusal.mensaje);
  return instantsOf(desde, hasta);
}

/** `from` and `where` of a query of events; SQLite does not reorder its `cross join`s. */
type SomeEvents = RawBuilder<unknown>;

/** The log of all stores after one event, up to and including another. */
const eventsBetween = (after: number, upTo: number): SomeEvents => sql`
  from evento cross join cajas
  where evento.id > ${after} and evento.id <= ${upTo} and cajas.id = evento.id_caja`;

/** `eventsBetween`, restricted to a period and a scope. */
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

/** Events of one store, by their own instants: the clock may have been set back, so no other column limits them. */
export const eventsOfStore = (
  scope: WorkflowScope,
  { from, until }: Span,
  idTienda: number,
): SomeEvents => sql`
  from tiendas cross join cajas cross join evento
  where tiendas.id = ${idTienda} and cajas.id_tienda = tiendas.id and ${ofScope(scope)}
    and evento.id_caja = cajas.id and +evento.instante >= ${from} and +evento.instante < ${until}`;

/** The stores that match the filter of a scope. */
export const storesNamed = (trx: Trx, { stores }: WorkflowScope): Promise<{ id: number }[]> =>
  trx.selectFrom('tiendas').select('id').where(storesWanted(stores)).orderBy('id').execute();

/** The last event of a slice of at most `events` events; null when there is none after `after`. */
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

/** SQL expression of the day by which events are grouped. */
type Day = RawBuilder<number>;

/** Day in Colombia, in days since 1970. */
const eachDay: Day = sql`(evento.instante - ${sql.lit(bogotaBehindUtc)}) / ${sql.lit(millisecondsInDay)}`;

const anyDay: Day = sql`0`;

/** Events of the same transition. */
interface TakenTransition {
  /** 1: of boxes, 0: of expenses. */
  de_caja: 0 | 1;
  /** Days since 1970; 0 when days are not distinguished. */
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

/** The event with which an expense enters a state of its box, for each of them. */
const arrival = sql.join(
  Object.entries(arrivals).map(
    ([state, evento]) => sql`when ${sql.lit(state)} then ${sql.lit(evento)}`,
  ),
  sql` `,
);

/**
 * Expenses that moves of their boxes took along without a change of their stored state: the log has no event for them. Their
 * states are those of the chart, since the stored state alone does not tell which move it was.
 */
const takenAlong = (events: SomeEvents, day: Day) => sql`
  select dia, 0, llegada, desde || '.' || estado, hacia || '.' || estado, cast(null as bigint), cast(null as text)
  from (
    select movidas.*, gastos.id, (
      select antes.hacia from evento as antes
      where antes.id_gasto = gastos.id and antes.secuencia < movidas.secuencia
      order by antes.secuencia desc limit 1) as estado
    from (
      select ${day} as dia, evento.id_caja, evento.secuencia, evento.desde, evento.hacia,
        case evento.hacia ${arrival} end as llegada
      ${events} and evento.id_gasto is null and evento.desde <> evento.hacia) as movidas
    cross join gastos where gastos.id_caja = movidas.id_caja) as llevados
  where llegada is not null and not exists (
    select 1 from evento as llegado where llegado.id_gasto = llevados.id and llegado.evento = llevados.llegada)`;

/** Events by day and transition, with the expenses that a box takes along; each event is read once. */
const takenTransitions = (trx: Trx, events: SomeEvents, day: Day) =>
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
        union all ${takenAlong(events, day)}
      ) as tomadas
      group by dia, de_caja, evento, desde, hacia`,
  );

/** Names of rejection reasons, active or not. */
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

/** Finished stays at the stages in the last boxes of each store; the cost grows with the stores, not their history. */
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

/**
 * Counts of the log by year, month and day, up to one event; newer events are read from the log itself. Increase the version
 * when `duration` or `countEvents` counts otherwise: all is then counted again before the next start, restore or audit.
 */
export const historyRule = 2;

/** A stored count of one period. */
type HistoryRow = Row<'historia'>;

/** Key of the last event that is counted; 0 before the first. */
export const countedUpTo = async (trx: Trx): Promise<number> =>
  (await trx.selectFrom('historia_hasta').select('evento').executeTakeFirstOrThrow()).evento;

/** The counts of some periods, added up. */
export const historyOf = (trx: Trx, periods: readonly string[]): Promise<Counted[]> =>
  rowsOf(
    trx,
    sql`select de_caja, evento, desde, hacia, id_rechazo, tramo, sum(veces) as veces, sum(suma) as suma
      from historia where periodo in (${sql.join(periods)})
      group by de_caja, evento, desde, hacia, id_rechazo, tramo`,
  );

export type Counted = Omit<HistoryRow, 'periodo'>;

/** Adds to counts that already exist. */
const added = `on conflict (periodo, de_caja, evento, desde, hacia, id_rechazo, tramo)
  do update set veces = historia.veces + excluded.veces, suma = historia.suma + excluded.suma`;

/**
 * Adds counts, and stores the last event that they include.
 *
 * @returns false, with nothing added, when another process has counted meanwhile
 */
export async function addHistory(
  trx: Trx,
  { after, upTo }: { after: number; upTo: number },
  rows: readonly HistoryRow[],
): Promise<boolean> {
  const counted = trx
    .updateTable('historia_hasta')
    .set({ evento: upTo })
    .where('evento', '=', after)
    .returning('evento');
  if (!(await exists(counted))) return false;
  await new BulkInsert(trx).insert('historia', rows, added);
  return true;
}

export const forgetHistory = async (trx: Trx): Promise<void> => {
  await trx.deleteFrom('historia').execute();
  await trx.updateTable('historia_hasta').set({ evento: 0 }).execute();
};

/** The stored counts of the years. */
export const countedYears = (trx: Trx): Promise<HistoryRow[]> =>
  trx.selectFrom('historia').selectAll().where(sql<boolean>`length(periodo) = 4`).execute();

/** Periods whose counts differ from the sums of the months or days in them. */
export const unevenPeriods = async (trx: Trx): Promise<string[]> =>
  (
    await rowsOf<{ periodo: string }>(
      trx,
      sql`select distinct periodo from (
        select substr(periodo, 1, largo) as periodo, de_caja, evento, desde, hacia, id_rechazo, tramo
        from historia cross join (select 4 as largo, 7 as parte union all select 7, 10) as partes
        where length(periodo) in (largo, parte)
        group by largo, substr(periodo, 1, largo), de_caja, evento, desde, hacia, id_rechazo, tramo
        having sum(case when length(periodo) = largo then veces else -veces end) <> 0
          or sum(case when length(periodo) = largo then suma else -suma end) <> 0) as distintos
      order by periodo`,
    )
  ).map(({ periodo }) => periodo);

/** Counts the log by year, month and day, for `/flujoHistoria` of all stores, which reads these counts instead. */

/** Counts of one day, in days since 1970; 0 when days are not distinguished. */
type CountedDay = Counted & { dia: number };

const keyOf = ({ dia, de_caja, evento, desde, hacia, id_rechazo, tramo }: CountedDay): string =>
  [dia, de_caja, evento, desde, hacia, id_rechazo, tramo].join(' ');

/** Sums the rows with the same key. */
function addedUp<One extends Counted>(rows: Iterable<One>, key: (row: One) => string): One[] {
  const sums = new Map<string, One>();
  for (const row of rows) {
    const name = key(row);
    const sum = sums.get(name);
    if (sum === undefined) sums.set(name, { ...row });
    else {
      sum.veces += row.veces;
      sum.suma += row.suma;
    }
  }
  return [...sums.values()];
}

/** Counts of a transition by the spans of its stays; events that ended no stay have their own count. */
function staysOf({ duraciones, veces, rechazos: _, ...taken }: TakenTransition): CountedDay[] {
  const stays = duraciones === null ? [] : duraciones.split(',').map(Number);
  const spans = new Map<number, { veces: number; suma: number }>();
  if (veces > stays.length) spans.set(NO_STAY, { veces: veces - stays.length, suma: 0 });
  for (const stay of stays) {
    const tramo = spanOf(stay);
    const span = spans.get(tramo) ?? { veces: 0, suma: 0 };
    spans.set(tramo, { veces: span.veces + 1, suma: span.suma + Math.max(0, stay) });
  }
  return [...spans].map(([tramo, counts]) => ({ ...taken, id_rechazo: 0, tramo, ...counts }));
}

/** Counts of the rejection reasons, independent of the transition. */
function reasonsOf({ dia, evento, rechazos }: TakenTransition): CountedDay[] {
  if (rechazos === null) return [];
  const [desde, hacia] = ['', ''];
  return rechazos.split('\n').map((payload) => {
    const { id_rechazo } = JSON.parse(payload) as { id_rechazo: number };
    return {
      dia,
      de_caja: 0,
      evento,
      desde,
      hacia,
      id_rechazo,
      tramo: NO_STAY,
      veces: 1,
      suma: 0,
    };
  });
}

/** Counts events of the log, by day or for all days together, which yields far fewer rows. */
export async function countEvents(
  trx: Trx,
  events: SomeEvents,
  day: Day = anyDay,
): Promise<CountedDay[]> {
  const taken = await takenTransitions(trx, events, day);
  return [...taken.flatMap(staysOf), ...addedUp(taken.flatMap(reasonsOf), keyOf)];
}

/** The key of a row: everything but its counts. */
export const nameOf = (row: HistoryRow): string => `${row.periodo} ${keyOf({ ...row, dia: 0 })}`;

const dateOfDay = (dia: number): string => dateInBogota(dia * millisecondsInDay + bogotaBehindUtc);

/** Year, month and day of a date. */
const periodsOf = (date: string): string[] => [date.slice(0, 4), date.slice(0, 7), date];

/** Counts of days, summed by year, month and day. */
function byPeriod(days: readonly CountedDay[]): HistoryRow[] {
  const periods = new Map(
    [...new Set(days.map(({ dia }) => dia))].map((dia) => [dia, periodsOf(dateOfDay(dia))]),
  );
  const rows = days.flatMap(({ dia, ...row }) =>
    (periods.get(dia) ?? []).map((periodo) => ({ dia: 0, periodo, ...row })),
  );
  return addedUp(rows, nameOf).map(({ dia: _, ...row }) => row);
}

/** Counts the next slice of events after one. */
export async function countedPiece(
  trx: Trx,
  after: number,
  end: number,
  events: number,
): Promise<{ upTo: number; rows: HistoryRow[] }> {
  const upTo = (await endOfSlice(trx, after, end, events)) ?? end;
  return { upTo, rows: byPeriod(await countEvents(trx, eventsBetween(after, upTo), eachDay)) };
}
