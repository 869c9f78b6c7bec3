/**
 * Thousands of boxes with their history: every event decided by the law and chained as the program does, the
 * rows those that the log tells. For measuring, and for figures over more than a handful of boxes.
 */
import { sql } from 'kysely';
import { seededRandom } from '#server/demonstration/seeded-random.ts';
import type { Database, NewRow } from '#server/database/schema.ts';
import { inTransaction, type Trx } from '#server/database/transactions.ts';
import { type EventToAppend, insertEvents } from '#server/repositories/event.repository.ts';
import { categories, documentClass, tax } from './box-scene.ts';
import { pastDay, PastLife, type PastPeople, type PastWorld } from './past-life.ts';
import { addPerson, addStore, type Person } from './people.ts';
import type { TestServer } from './server.ts';

/** What boxes are added to: a server of a test, or the database of one that does not run. */
export type Company = Pick<TestServer, 'db' | 'people'> & {
  clock: Pick<TestServer['clock'], 'now'>;
  database: Pick<TestServer['database'], 'engine'>;
};

export interface ManyBoxes {
  boxes: number;
  stores: number;
  /** Over how many days, until the server's now. */
  days: number;
  supervisors?: number;
  seed?: number;
}

export interface ManyBoxesMade {
  boxes: number;
  expenses: number;
  events: number;
  stores: number[];
  supervisors: number[];
}

/** A store that goes on: its next box begins when the one before is sent. */
interface Running {
  id: number;
  people: PastPeople;
  /** When the next box was opened. */
  opened: number;
  /** Given to the next box. */
  consecutivo: number;
  left: number;
}

async function worldOf({ db }: Company): Promise<PastWorld> {
  const supplier = await db
    .insertInto('proveedores')
    .values({ num_doc: '890900608', digito: '9', nombre: 'Ferretería El Tornillo', creado: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const nombre = 'Envíos de ayer';
  const company = await db
    .insertInto('empresas')
    .values({ nombre, id_ciudad: 1146 })
    .returning('id')
    .executeTakeFirstOrThrow();
  return {
    supplier: supplier.id,
    company: { id: company.id, nombre },
    categories: { plain: categories.plain, maintenance: categories.maintenance },
    reasons: [1, 2, 3],
    tax,
    documentClass,
  };
}

const highest = async (trx: Trx, table: 'cajas' | 'gastos'): Promise<number> =>
  (
    await trx
      .selectFrom(table)
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirst()
  )?.id ?? 0;

/** Rows of one statement: some forty parameters each. */
const CHUNK = 200;

class Rows {
  readonly #trx: Trx;
  readonly #boxes: NewRow<'cajas'>[] = [];
  readonly #expenses: NewRow<'gastos'>[] = [];
  readonly #categories: NewRow<'gasto_categoria'>[] = [];
  #events: EventToAppend[] = [];
  /** Events since the last time something was written. */
  #added = 0;
  readonly counts = { boxes: 0, expenses: 0, events: 0 };

  constructor(trx: Trx) {
    this.#trx = trx;
  }

  add({ box }: PastLife, idTienda: number): void {
    const { box: told, expenses } = box.rows();
    const fecha = new Date(box.opened - 5 * 3_600_000).toISOString().slice(0, 10);
    this.#boxes.push({ ...told, id: box.id, id_tienda: idTienda, fecha, creada: box.opened });
    for (const [id, { columns, split }] of expenses) {
      this.#expenses.push({ ...columns, id });
      this.#categories.push(...split.map((row, orden) => ({ ...row, id_gasto: id, orden })));
    }
    this.#events.push(...box.events);
    this.#added += box.events.length;
    this.counts.boxes += 1;
    this.counts.expenses += expenses.size;
  }

  /** Writes what is complete: nothing that is added later happened before. */
  async write(before: number): Promise<void> {
    if (this.#added < 20 * CHUNK && before !== Number.POSITIVE_INFINITY) return;
    this.#added = 0;
    await this.#insert('cajas', this.#boxes);
    await this.#insert('gastos', this.#expenses);
    await this.#insert('gasto_categoria', this.#categories);
    this.#events.sort((one, other) => one.instante - other.instante);
    const end = this.#events.findIndex(({ instante }) => instante >= before);
    const complete = end < 0 ? this.#events : this.#events.slice(0, end);
    this.#events = end < 0 ? [] : this.#events.slice(end);
    await insertEvents(this.#trx, complete);
    this.counts.events += complete.length;
  }

  async #insert<Table extends keyof Database>(table: Table, rows: NewRow<Table>[]): Promise<void> {
    for (let start = 0; start < rows.length; start += CHUNK)
      await this.#trx
        .insertInto(table)
        .values(rows.slice(start, start + CHUNK) as never)
        .execute();
    rows.length = 0;
  }
}

/** What the engine gives next must lie behind the keys that were given by hand. */
async function raiseKeys(trx: Trx, engine: TestServer['database']['engine']): Promise<void> {
  if (engine === 'sqlite') return;
  for (const table of ['cajas', 'gastos'])
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'),
      (select max(id) from ${sql.table(table)}))`.execute(trx);
}

async function addStores(
  server: Company,
  { boxes, stores, days, supervisors = 5 }: ManyBoxes,
  random: ReturnType<typeof seededRandom>,
): Promise<{ running: Running[]; supervisors: Person[] }> {
  const { db, people, clock } = server;
  const watching: Person[] = [];
  for (let index = 0; index < supervisors; index += 1)
    watching.push(
      await addPerson(db, {
        profile: 3,
        email: `supervisa${index}@cajamenor.test`,
        nombre: `Supervisión ${index + 1}`,
      }),
    );
  const running: Running[] = [];
  for (let index = 0; index < stores; index += 1) {
    const supervisor = watching[index % supervisors] ?? people[3];
    const { id, idCaja } = await addStore(
      db,
      {
        nombre: `Tienda ${String(index + 1).padStart(3, '0')}`,
        responsable: people[2],
        supervisor,
        gerente: people[8],
      },
      clock.now(),
    );
    // Its first box is one of the past, too.
    await db.deleteFrom('cajas').where('id', '=', idCaja).execute();
    running.push({
      id,
      people: {
        store: people[2].id,
        supervisor: supervisor.id,
        maintenance: people[5].id,
        accounting: people[6].id,
      },
      opened: clock.now() - Math.round((days - random.next()) * pastDay),
      consecutivo: 1,
      left: Math.floor(boxes / stores) + (index < boxes % stores ? 1 : 0),
    });
  }
  return { running, supervisors: watching };
}

const earliest = (running: readonly Running[]): Running | undefined =>
  running
    .filter(({ left }) => left > 0)
    .reduce<Running | undefined>(
      (first, store) => (first === undefined || store.opened < first.opened ? store : first),
      undefined,
    );

/**
 * Adds boxes, the same for the same seed. The last box of each store is open.
 *
 * @returns what was made, with the keys of the new stores and of their supervisors
 */
export async function addManyBoxes(server: Company, many: ManyBoxes): Promise<ManyBoxesMade> {
  const random = seededRandom(many.seed ?? 7);
  const world = await worldOf(server);
  const { running, supervisors } = await addStores(server, many, random);
  const now = server.clock.now();
  const counts = await inTransaction(server.db, async (trx) => {
    const rows = new Rows(trx);
    let idCaja = await highest(trx, 'cajas');
    let idGasto = await highest(trx, 'gastos');
    for (let store = earliest(running); store !== undefined; store = earliest(running)) {
      await rows.write(store.opened);
      idCaja += 1;
      const rest = now - store.opened;
      // Evenly over what is left of the time; the last one stays open.
      const lasts = Math.round((rest / store.left) * (0.7 + 0.6 * random.next()));
      const sent = store.left === 1 ? now + pastDay : store.opened + Math.min(lasts, rest);
      const plan = { ...store, id: idCaja, sent, now };
      const life = new PastLife(plan, world, random);
      life.live(() => {
        idGasto += 1;
        return idGasto;
      });
      rows.add(life, store.id);
      store.opened = sent;
      store.consecutivo += 1;
      store.left -= 1;
    }
    await rows.write(Number.POSITIVE_INFINITY);
    for (const { id, consecutivo } of running)
      await trx
        .updateTable('tiendas')
        .set({ ultimo_consecutivo: consecutivo - 2 })
        .where('id', '=', id)
        .execute();
    await raiseKeys(trx, server.database.engine);
    return rows.counts;
  });
  return {
    ...counts,
    stores: running.map(({ id }) => id),
    supervisors: supervisors.map(({ id }) => id),
  };
}
