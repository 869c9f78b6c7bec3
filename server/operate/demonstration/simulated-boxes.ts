/**
 * Any number of boxes with their history, for a demonstration of company size, for benchmarks, and for figures over many
 * boxes.
 */
import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';
import { addWorkingTime } from '#machines/domain/values/working-time.ts';
import type { EventToAppend } from '../../features/cases/event.repository.ts';
import { workingCalendar } from '../../features/settings/settings.ts';
import {
  BulkInsert,
  endBulk,
  highestKey,
  setLastNumber,
} from '../../platform/database/bulk-rows.ts';
import type { NewRow } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { seededRandom } from './seeded-random.ts';
import { type BoxPlan, SimulatedBox, type SimulatedPeople } from './simulated-box.ts';

/** A store without any box. */
export interface SimulatedStore extends SimulatedPeople {
  id: number;
  /** Number of boxes to add; the last one stays open. */
  boxes: number;
}

/** Something that users do through the operations of the program, at an instant; epoch milliseconds. */
export interface Action {
  instant: number;
  run: () => Promise<unknown>;
}

const SEED = 7;
/** Expenses of a store that a later box may repeat. */
const REMEMBERED = 12;

/** Called with the progress: items done, and all items. */
export type Report = (done: number, all: number) => void;

interface Simulation {
  /** Before `now`, over which the boxes are spread. */
  days: number;
  now: number;
  report?: Report | undefined;
  /** Draws the receipts of a box that is not closed; absent: its expenses share those of the supplies. */
  draw?: (rows: ReturnType<SimulatedBox['rows']>) => Promise<BoxPlan['drawn']>;
  /** In chronological order. Each finds the boxes as they will be in the end, and the log as it was then. */
  actions?: readonly Action[];
}

/**
 * Adds boxes to stores, the same ones each time. A store opens a box when it has sent the previous one; the stores take
 * turns, so that their keys interleave as they do with concurrent users.
 */
export async function addSimulatedBoxes(
  trx: Trx,
  stores: readonly SimulatedStore[],
  { days, now, report, draw, actions = [] }: Simulation,
): Promise<{ boxes: number; expenses: number; events: number }> {
  const random = seededRandom(SEED);
  const calendar = await workingCalendar(trx, now);
  const bulk = new BulkInsert(trx);
  const counts = { boxes: 0, expenses: 0, events: 0 };
  const all = stores.reduce((sum, { boxes }) => sum + boxes, 0);
  for (const { id, boxes } of stores) await setLastNumber(trx, id, boxes - 1);
  let id = await highestKey(trx, 'cajas');
  let firstExpense = (await highestKey(trx, 'gastos')) + 1;
  let events: EventToAppend[] = [];
  /** Appends the events before an instant: the log is in chronological order. */
  const append = async (until: number): Promise<void> => {
    const happened = events.filter(({ instante }) => instante < until);
    events = events.filter(({ instante }) => instante >= until);
    await bulk.insert(
      'evento',
      happened.sort((one, other) => one.instante - other.instante),
    );
    counts.events += happened.length;
  };
  const left = actions.filter(({ instant }) => instant < now);
  const opening = stores.map((store) => {
    const creada = now - Math.round((days - random.next()) * millisecondsInDay);
    return { ...store, creada, hash: '', past: [] as ReturnType<SimulatedBox['past']> };
  });
  for (let consecutivo = 1; counts.boxes < all; consecutivo += 1) {
    const rows: ReturnType<SimulatedBox['rows']>[] = [];
    const working = opening.filter(({ boxes }) => boxes >= consecutivo);
    for (const store of working) {
      const { creada } = store;
      const boxesLeft = store.boxes - consecutivo + 1;
      // The boxes are spread evenly over the remaining time; the last one stays open.
      const lasts = Math.min(1, (0.7 + 0.6 * random.next()) / boxesLeft) * (now - creada);
      const wanted = addWorkingTime(
        creada + Math.floor(lasts),
        random.between(1, 3) * millisecondsInHour,
        calendar,
      );
      // On a day off, the last working moment before.
      const possible = addWorkingTime(now, -millisecondsInMinute, calendar);
      const sent =
        boxesLeft === 1
          ? now + millisecondsInDay
          : Math.max(creada, wanted < now ? wanted : possible);
      id += 1;
      const seed = random.between(0, 2 ** 31);
      const plan = { ...store, id, id_tienda: store.id, sent, consecutivo, firstExpense, calendar };
      const simulate = (drawn?: BoxPlan['drawn']) =>
        new SimulatedBox(drawn ? { ...plan, drawn } : plan, seededRandom(seed), now);
      let box = simulate();
      if (draw !== undefined && box.isUnderWay) box = simulate(await draw(box.rows()));
      const made = box.rows();
      rows.push(made);
      events.push(...box.events);
      firstExpense += box.events.filter(({ evento }) => evento === 'EXPENSE.RECORD').length;
      const again = new Set(made.gastos.map(({ origen }) => origen));
      const before = store.past.filter((expense) => !again.has(expense.id));
      store.past = [...box.past(), ...before].slice(0, REMEMBERED);
      store.creada = sent;
      store.hash = box.events.find(({ evento }) => evento === 'BOX.SEND')?.hash ?? '';
    }
    for (const table of ['cajas', 'gastos', 'gasto_categoria', 'caso_cerrado'] as const)
      await bulk.insert(
        table,
        rows.flatMap<NewRow<typeof table>>((row) => row[table]),
      );
    counts.boxes += rows.length;
    counts.expenses += rows.reduce((sum, { gastos }) => sum + gastos.length, 0);
    // Events after the opening of the next box wait for the events of that box.
    const next = Math.min(...working.map(({ creada }) => creada));
    for (; left[0] !== undefined && left[0].instant < next; left.shift()) {
      await append(left[0].instant);
      await left[0].run();
    }
    await append(next);
    report?.(counts.boxes, all);
  }
  await endBulk(trx);
  return counts;
}
