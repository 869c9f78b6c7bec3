/** The rows of any number of boxes with their history, a piece at a time; nothing is asked of a database. */
import { millisecondsInDay } from 'date-fns/constants';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import type { NewRow } from '../../platform/database/schema.ts';
import type { HistoryRow } from '../../features/workflow/stored-history.repository.ts';
import type { Precedent } from './past-box.ts';
import { PastHistory } from './past-history.ts';
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

/** Boxes to be simulated, in values that a thread can be given. */
export interface PastTask {
  stores: readonly PastStore[];
  /** Over how many days, until now. */
  days: number;
  /** Epoch milliseconds. */
  now: number;
  seed?: number | undefined;
  /** The keys of the first box and of the first expense. */
  firstBox: number;
  firstExpense: number;
}

/** Tables that get rows, in the order of their references. */
export const pastTables = ['cajas', 'gastos', 'gasto_categoria', 'evento'] as const;

/** Rows with their keys; no event that comes later happened before. */
export type PastPiece = { [Table in (typeof pastTables)[number]]: NewRow<Table>[] } & {
  /** Numbers of the last boxes that stores sent. */
  lastNumbers: { id: number; consecutivo: number }[];
  /** Counts of the events of all pieces, of periods that are over. */
  historia: HistoryRow[];
  /** How many keys of expenses were given so far: also to those that were removed again. */
  recorded: number;
};

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

const emptyPiece = (): PastPiece => ({
  cajas: [],
  gastos: [],
  gasto_categoria: [],
  evento: [],
  historia: [],
  lastNumbers: [],
  recorded: 0,
});

class Rows {
  /** The next one, but for its events. */
  #piece = emptyPiece();
  /** By their days, since a day is put in order once it is over. */
  readonly #events = new Map<number, NewRow<'evento'>[]>();
  /** Events since the last piece. */
  #added = 0;
  readonly #history = new PastHistory();

  add({ box }: PastLife): void {
    const { cajas, gastos, gasto_categoria } = this.#piece;
    const { id, idTienda, opened } = box.place;
    const { box: row, expenses } = box.rows();
    const fecha = dateInBogota(opened);
    cajas.push(Object.assign(row, { id, id_tienda: idTienda, fecha, creada: opened }));
    for (const [id_gasto, { columns, split }] of expenses) {
      gastos.push(Object.assign(columns, { id: id_gasto }));
      for (const [orden, share] of split.entries())
        gasto_categoria.push({ ...share, id_gasto, orden });
    }
    for (const event of box.events) {
      const day = Math.floor(event.instante / millisecondsInDay);
      const others = this.#events.get(day);
      if (others === undefined) this.#events.set(day, [event]);
      else others.push(event);
    }
    this.#history.add(box.events, opened);
    this.#added += box.events.length;
  }

  ends({ id, consecutivo }: Running): void {
    this.#piece.lastNumbers.push({ id, consecutivo: consecutivo - 1 });
  }

  get isLarge(): boolean {
    return this.#added >= TOGETHER;
  }

  /** The next one, with the days that are over: no box that is added later has an event in them. */
  take(before: number, recorded: number): PastPiece {
    const piece = { ...this.#piece, historia: this.#history.take(before), recorded };
    this.#piece = emptyPiece();
    this.#added = 0;
    const over = [...this.#events.keys()].filter((day) => (day + 1) * millisecondsInDay <= before);
    for (const day of over.sort((one, other) => one - other)) {
      const events = this.#events.get(day) ?? [];
      this.#events.delete(day);
      for (const event of events.sort((one, other) => one.instante - other.instante))
        piece.evento.push(event);
    }
    return piece;
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

/** The lives of the boxes: the state machine is asked once for each of them. */
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

/** The same for the same seed: the first box of a store is opened in the first days, each other when the one before is sent. */
export function* pastPieces({
  stores,
  days,
  now,
  seed = 7,
  firstBox,
  firstExpense: first,
}: PastTask): Generator<PastPiece, void, void> {
  const random = seededRandom(seed);
  const lives = new Lives(random);
  const rows = new Rows();
  const queue: Running[] = [];
  for (const store of stores) {
    const opened = now - Math.round((days - random.next()) * millisecondsInDay);
    enqueue(queue, { ...store, opened, after: '', consecutivo: 1 });
  }
  let [id, firstExpense] = [firstBox, first];
  for (let store = queue.shift(); store !== undefined; store = queue.shift()) {
    if (rows.isLarge) yield rows.take(store.opened, firstExpense - first);
    const life = lives.live(store, { id, firstExpense }, now);
    id += 1;
    firstExpense += life.recorded;
    rows.add(life);
    const sent = life.box.events.find(({ evento }) => evento === 'BOX.SEND');
    if (sent === undefined) rows.ends(store);
    else
      enqueue(queue, {
        ...store,
        opened: sent.instante,
        after: sent.hash,
        boxes: Math.max(1, store.boxes - 1),
        consecutivo: store.consecutivo + 1,
      });
  }
  yield rows.take(Number.POSITIVE_INFINITY, firstExpense - first);
}
