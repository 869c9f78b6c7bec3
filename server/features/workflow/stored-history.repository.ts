import { millisecondsInDay } from 'date-fns/constants';
import { sql } from 'kysely';
import { NO_STAY, spanOf } from '#machines/domain/history/time-spans.ts';
import { bogotaBehindUtc, dateInBogota } from '#machines/domain/values/bogota-time.ts';
import { BulkInsert } from '../../platform/database/bulk-rows.ts';
import { rowsOf } from '../../platform/database/queries.ts';
import type { Row } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import {
  type Day,
  type SomeEvents,
  type TakenTransition,
  anyDay,
  eachDay,
  endOfSlice,
  eventsBetween,
  takenTransitions,
} from './workflow-history.repository.ts';

/** Counts of the log by year, month and day, up to one event; newer ones are read from the log itself. */

/** How often the same thing happened in a period. */
export type HistoryRow = Row<'historia'>;

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

/** Counts that are there already grow. */
const added = `on conflict (periodo, de_caja, evento, desde, hacia, id_rechazo, tramo)
  do update set veces = historia.veces + excluded.veces, suma = historia.suma + excluded.suma`;

/**
 * Adds counts, and says up to which event they go.
 *
 * @returns false when another process has counted meanwhile: then nothing was added
 */
export async function addHistory(
  trx: Trx,
  { after, upTo }: { after: number; upTo: number },
  rows: readonly HistoryRow[],
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('historia_hasta')
    .set({ evento: upTo })
    .where('evento', '=', after)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  await new BulkInsert(trx).insert('historia', rows, added);
  return true;
}

/** The years as they are counted. */
export const countedYears = (trx: Trx): Promise<HistoryRow[]> =>
  trx.selectFrom('historia').selectAll().where(sql<boolean>`length(periodo) = 4`).execute();

/** Periods whose counts are not those of the months or days in them. */
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

/** Counts the log by year, month and day: what `/flujoHistoria` of everybody reads instead of the log. */

/** Counts of one day, which is in days since 1970; 0 where days are not distinguished. */
type CountedDay = Counted & { dia: number };

const keyOf = ({ dia, de_caja, evento, desde, hacia, id_rechazo, tramo }: CountedDay): string =>
  [dia, de_caja, evento, desde, hacia, id_rechazo, tramo].join(' ');

/** Adds rows of the same key up. */
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

/** The stays of a transition by their spans, and how often it ended none. */
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

/** The reasons that rejections gave, whatever they changed. */
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

/** Counts some events of the log, each day apart or all of them together, which is a fraction of the rows. */
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

/** The year, the month and the day that a day is in. */
const periodsOf = (date: string): string[] => [date.slice(0, 4), date.slice(0, 7), date];

/** The same counts under each of their periods. */
function byPeriod(days: readonly CountedDay[]): HistoryRow[] {
  const periods = new Map(
    [...new Set(days.map(({ dia }) => dia))].map((dia) => [dia, periodsOf(dateOfDay(dia))]),
  );
  const rows = days.flatMap(({ dia, ...row }) =>
    (periods.get(dia) ?? []).map((periodo) => ({ dia: 0, periodo, ...row })),
  );
  return addedUp(rows, nameOf).map(({ dia: _, ...row }) => row);
}

/** The next events after one, counted. */
export async function countedPiece(
  trx: Trx,
  after: number,
  end: number,
  events: number,
): Promise<{ upTo: number; rows: HistoryRow[] }> {
  const upTo = (await endOfSlice(trx, after, end, events)) ?? end;
  return { upTo, rows: byPeriod(await countEvents(trx, eventsBetween(after, upTo), eachDay)) };
}
