/**
 * Counts of the log by year, month and day, made while its boxes are simulated: the rows that `history-counts.ts` reads out of
 * a log that is there. The audit compares them with it.
 */
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import { arrivals } from '#machines/domain/expense/expense.machine.ts';
import { NO_STAY, spanOf } from '#machines/domain/history/time-spans.ts';
import type { EventToAppend } from '../../features/cases/event.repository.ts';
import type { Counted, HistoryRow } from '../../features/workflow/stored-history.repository.ts';
import { rejections } from '../../features/workflow/workflow-history.repository.ts';

const consequences: readonly string[] = Object.values(arrivals);

/** Milliseconds of the stays that the events of a box ended, in their order; null where one ended none. */
function staysOf(events: readonly EventToAppend[], opened: number): (number | null)[] {
  const moves = [opened];
  const changes = new Map<number, number>();
  return events.map(({ id_gasto, evento, desde, hacia, instante }) => {
    const follows = id_gasto !== null && consequences.includes(evento);
    const move = moves.findLast((at) => !follows || at < instante) ?? opened;
    const since = id_gasto === null ? move : Math.max(move, changes.get(id_gasto) ?? 0);
    if (id_gasto === null) moves.push(instante);
    else if (desde !== hacia) changes.set(id_gasto, instante);
    return desde === hacia || desde === 'recording' ? null : instante - since;
  });
}

/** The counts of a period by their keys. */
type Counts = Map<string, HistoryRow>;

/** Adds a row to the others of its period. */
function addTo(counts: Counts, key: string, periodo: string, row: Counted): void {
  const sum = counts.get(key);
  if (sum === undefined) counts.set(key, { ...row, periodo });
  else {
    sum.veces += row.veces;
    sum.suma += row.suma;
  }
}

export class PastHistory {
  /** Days, and of those that are over the months and years. */
  readonly #periods = new Map<string, Counts>();

  /** Adds the events of a box, whole and in their order. */
  add(events: readonly EventToAppend[], opened: number): void {
    const stays = staysOf(events, opened);
    for (const [index, { id_gasto, evento, desde, hacia, instante, payload }] of events.entries()) {
      const stay = stays[index] ?? null;
      const tramo = stay === null ? NO_STAY : spanOf(stay);
      const de_caja = id_gasto === null ? 1 : 0;
      const taken = { de_caja, evento, desde, hacia, id_rechazo: 0, tramo, veces: 1 };
      const date = dateInBogota(instante);
      this.#count(date, { ...taken, suma: Math.max(0, stay ?? 0) });
      if (!rejections.includes(evento)) continue;
      const { id_rechazo } = JSON.parse(payload) as { id_rechazo: number };
      const reason = { desde: '', hacia: '', id_rechazo, tramo: NO_STAY, suma: 0 };
      this.#count(date, { ...taken, ...reason });
    }
  }

  /** The counts of the periods that are over at an instant, which are forgotten here. */
  take(before: number): HistoryRow[] {
    const today = Number.isFinite(before) ? dateInBogota(before) : '~';
    const isOver = (period: string) => period < today.slice(0, period.length);
    const rows: HistoryRow[] = [];
    // Days come first: they are added up to months, and these to years.
    for (const length of [10, 7, 4])
      for (const [period, counts] of this.#periods) {
        if (period.length !== length || !isOver(period)) continue;
        const longer = period.slice(0, length - 3);
        for (const [key, row] of counts) {
          rows.push(row);
          if (length > 4) addTo(this.#countsOf(longer), key, longer, row);
        }
        this.#periods.delete(period);
      }
    return rows;
  }

  #count(date: string, row: Counted): void {
    const { de_caja, evento, desde, hacia, id_rechazo, tramo } = row;
    const key = `${evento} ${desde} ${hacia} ${tramo} ${id_rechazo} ${de_caja}`;
    addTo(this.#countsOf(date), key, date, row);
  }

  #countsOf(period: string): Counts {
    const counts = this.#periods.get(period) ?? new Map();
    this.#periods.set(period, counts);
    return counts;
  }
}
