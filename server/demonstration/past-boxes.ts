/**
 * Any number of boxes with their history: decided by the law and chained as the program does, the rows those that the
 * log tells. For a demonstration of the size of a company, for measuring, and for figures over more than a handful.
 */
import { millisecondsInDay } from 'date-fns/constants';
import { dateInBogota } from '#machines/domain/dates.ts';
import type { NewRow } from '../database/schema.ts';
import type { Trx } from '../database/transactions.ts';
import { BulkInsert, highestKey, raiseKeys, setLastNumber } from '../repositories/bulk-insert.ts';
import type { EventToAppend } from '../repositories/event.repository.ts';
import { countStores, withoutUpkeep } from '../repositories/upkeep.ts';
import type { Precedent } from './past-box.ts';
import { PastLife, type PastPeople, type PastWorld } from './past-life.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';

/** A store without any box. */
export interface PastStore {
  id: number;
  people: PastPeople;
  world: PastWorld;
  /** How many it gets; the last one stays open. */
  boxes: number;
}

export interface PastBoxes {
  stores: readonly PastStore[];
  /** Over how many days, until now. */
  days: number;
  /** Epoch milliseconds. */
  now: number;
  seed?: number;
  /** Told now and then how many boxes there are. */
  report?: ((done: number, all: number) => void) | undefined;
}

export interface PastCounts {
  boxes: number;
  expenses: number;
  events: number;
  /** The first key of an expense, and how many were given: also to those that were removed again. */
  firstExpense: number;
  recorded: number;
}

/** A store that goes on: its next box begins when the one before is sent. */
interface Running extends PastStore {
  opened: number;
  /** Hash of the event that sent the last box. */
  after: string;
  /** Given to the next box. */
  consecutivo: number;
}

/** Ways that a box can go. */
const LIVES = 200;
/** Events that are written together. */
const TOGETHER = 20_000;

class Rows {
  readonly counts = { boxes: 0, expenses: 0, events: 0 };
  readonly #bulk: BulkInsert;
  #boxes: NewRow<'cajas'>[] = [];
  #expenses: NewRow<'gastos'>[] = [];
  #categories: NewRow<'gasto_categoria'>[] = [];
  #events: EventToAppend[] = [];
  /** Events since the last time something was written. */
  #added = 0;

  constructor(trx: Trx) {
    this.#bulk = new BulkInsert(trx);
  }

  add({ box }: PastLife): void {
    const { id, idTienda, opened } = box.place;
    const { box: row, expenses } = box.rows();
    const fecha = dateInBogota(opened);
    this.#boxes.push(Object.assign(row, { id, id_tienda: idTienda, fecha, creada: opened }));
    for (const [id_gasto, { columns, split }] of expenses) {
      this.#expenses.push(Object.assign(columns, { id: id_gasto }));
      for (const [orden, share] of split.entries())
        this.#categories.push({ ...share, id_gasto, orden });
    }
    for (const event of box.events) this.#events.push(event);
    this.#added += box.events.length;
    this.counts.boxes += 1;
    this.counts.expenses += expenses.size;
  }

  /** Writes what is complete: nothing that is added later happened before. */
  async write(before: number): Promise<void> {
    if (this.#added < TOGETHER && before !== Number.POSITIVE_INFINITY) return;
    this.#added = 0;
    await this.#bulk.insert('cajas', this.#boxes);
    await this.#bulk.insert('gastos', this.#expenses);
    await this.#bulk.insert('gasto_categoria', this.#categories);
    [this.#boxes, this.#expenses, this.#categories] = [[], [], []];
    this.#events.sort((one, other) => one.instante - other.instante);
    const end = this.#events.findIndex(({ instante }) => instante >= before);
    const complete = end < 0 ? this.#events : this.#events.slice(0, end);
    this.#events = end < 0 ? [] : this.#events.slice(end);
    await this.#bulk.insert('evento', complete);
    this.counts.events += complete.length;
  }
}

/** Puts a store where its next box comes among those of the others. */
function enqueue(queue: Running[], store: Running): void {
  let [low, high] = [0, queue.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((queue[middle]?.opened ?? 0) < store.opened) low = middle + 1;
    else high = middle;
  }
  queue.splice(low, 0, store);
}

/** The lives of the boxes: the law is asked once for each of them. */
class Lives {
  readonly #random: SeededRandom;
  readonly #precedents = Array.from({ length: LIVES }, (): Precedent => []);

  constructor(random: SeededRandom) {
    this.#random = random;
  }

  /** Lives one of them; the next box of the store begins where it was sent. */
  live(store: Running, keys: { id: number; firstExpense: number }, now: number): PastLife {
    const { id: idTienda, boxes: left, opened, world } = store;
    const rest = now - opened;
    // Evenly over what is left of the time; the last one stays open.
    const lasts = Math.round((rest / left) * (0.7 + 0.6 * this.#random.next()));
    const sent = left === 1 ? now + millisecondsInDay : opened + Math.min(lasts, rest);
    const index = this.#random.between(0, LIVES - 1);
    const lots = { choices: seededRandom(index), paces: this.#random };
    const plan = { ...store, ...keys, idTienda, sent, now };
    return new PastLife(plan, world, lots, this.#precedents[index]).live();
  }
}

/**
 * Adds the boxes of stores, the same for the same seed: the first one is opened in the first days, each other one when
 * the one before it is sent.
 */
export async function addPastBoxes(trx: Trx, past: PastBoxes): Promise<PastCounts> {
  const filled = ['cajas', 'gastos', 'gasto_categoria', 'evento'] as const;
  const counts = await withoutUpkeep(trx, filled, () => insertPast(trx, past));
  await countStores(
    trx,
    past.stores.map(({ id }) => id),
  );
  return counts;
}

async function insertPast(
  trx: Trx,
  { stores, days, now, seed = 7, report }: PastBoxes,
): Promise<PastCounts> {
  const random = seededRandom(seed);
  const lives = new Lives(random);
  const rows = new Rows(trx);
  const all = stores.reduce((sum, { boxes }) => sum + boxes, 0);
  const queue: Running[] = [];
  for (const store of stores) {
    const opened = now - Math.round((days - random.next()) * millisecondsInDay);
    enqueue(queue, { ...store, opened, after: '', consecutivo: 1 });
  }
  let id = await highestKey(trx, 'cajas');
  const first = (await highestKey(trx, 'gastos')) + 1;
  let firstExpense = first;
  for (let store = queue.shift(); store !== undefined; store = queue.shift()) {
    await rows.write(store.opened);
    id += 1;
    const life = lives.live(store, { id, firstExpense }, now);
    firstExpense += life.recorded;
    rows.add(life);
    report?.(rows.counts.boxes, all);
    const sent = life.box.events.find(({ evento }) => evento === 'BOX.SEND');
    if (sent === undefined) await setLastNumber(trx, store.id, store.consecutivo - 1);
    else
      enqueue(queue, {
        ...store,
        opened: sent.instante,
        after: sent.hash,
        boxes: Math.max(1, store.boxes - 1),
        consecutivo: store.consecutivo + 1,
      });
  }
  await rows.write(Number.POSITIVE_INFINITY);
  await raiseKeys(trx);
  return { ...rows.counts, firstExpense: first, recorded: firstExpense - first };
}
