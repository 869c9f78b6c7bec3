/** Counts the log by year, month and day: what `/flujoHistoria` of everybody reads instead of the log. */
import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import { dateInBogota } from '#machines/domain/dates.ts';
import { NO_STAY, spanOf } from '#machines/domain/time-spans.ts';
import type { Trx } from '../database/transactions.ts';
import type { Counted, HistoryRow } from './kept-history.repository.ts';
import {
  endOfSlice,
  eventsBetween,
  rejectionsOf,
  type SomeEvents,
  type TakenTransition,
  takenTransitions,
} from './workflow-history.repository.ts';

/** Counts of one day, which is in days since 1970. */
export type CountedDay = Counted & { dia: number };

const keyOf = ({ dia, de_caja, evento, desde, hacia, id_rechazo, tramo }: CountedDay): string =>
  [dia, de_caja, evento, desde, hacia, id_rechazo, tramo].join(' ');

/** Adds rows of the same key up. */
export function addedUp<One extends Counted>(
  rows: Iterable<One>,
  key: (row: One) => string,
): One[] {
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

function* countsOf({ duraciones, veces, ...taken }: TakenTransition): Generator<CountedDay> {
  const row = { ...taken, id_rechazo: 0 };
  const stays = duraciones === null ? [] : duraciones.split(',').map(Number);
  if (veces > stays.length) yield { ...row, tramo: NO_STAY, veces: veces - stays.length, suma: 0 };
  for (const stay of stays)
    yield { ...row, tramo: spanOf(stay), veces: 1, suma: Math.max(0, stay) };
}

/** Counts some events of the log by day. */
export async function countEvents(trx: Trx, events: SomeEvents): Promise<CountedDay[]> {
  const rows: CountedDay[] = [];
  for (const taken of await takenTransitions(trx, events))
    for (const row of countsOf(taken)) rows.push(row);
  for (const { dia, evento, payload } of await rejectionsOf(trx, events)) {
    const { id_rechazo } = JSON.parse(payload) as { id_rechazo: number };
    const [desde, hacia] = ['', ''];
    rows.push({
      dia,
      de_caja: 0,
      evento,
      desde,
      hacia,
      id_rechazo,
      tramo: NO_STAY,
      veces: 1,
      suma: 0,
    });
  }
  return addedUp(rows, keyOf);
}

/** The key of a row: everything but its counts. */
export const nameOf = (row: HistoryRow): string => `${row.periodo} ${keyOf({ ...row, dia: 0 })}`;

const dateOfDay = (dia: number): string =>
  dateInBogota(dia * millisecondsInDay + 5 * millisecondsInHour);

/** The year, the month and the day that a day is in. */
const periodsOf = (date: string): string[] => [date.slice(0, 4), date.slice(0, 7), date];

/** The same counts under each of their periods. */
export function byPeriod(days: readonly CountedDay[]): HistoryRow[] {
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
  return { upTo, rows: byPeriod(await countEvents(trx, eventsBetween(after, upTo))) };
}
