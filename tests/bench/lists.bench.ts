/**
 * Median times of everyday calls with few and with many expenses, in the database and in one box, with their ratio and
 * the goal. Prints tables and, as one line each, JSON. `BENCH_EXPENSES=2000,20000 npm run bench -- lists` is a short
 * run. `BENCH_GROWN=folder,folder` uses copies of two data folders that `npm run data:grow` filled and whose history a
 * server has counted; with `TEST_ENGINE=postgres`, two URLs of databases on the server of `TEST_DATABASE_URL`.
 */
import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { CallPath, RequestOf } from '#contract/contract.ts';
import { must, record, type Scene, startScene } from '#tests/kit/box-scene.ts';
import { approval } from '#tests/kit/box-stages.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import { inSnapshot, inTransaction } from '#server/platform/database/transactions.ts';
import { analyzeTable, rowsIn } from '#server/platform/database/bulk-rows.ts';
import { testEngine } from '#tests/kit/environment.ts';
import { readHere } from '#tests/kit/reading.ts';
import { addManyBoxes } from '#tests/kit/many-boxes.ts';
import { addPerson } from '#tests/kit/people.ts';
import { watchTurns } from '#tests/kit/turns.mjs';
import { createTestDatabase } from '#tests/server/database/database-fixture.ts';

const sizes = (process.env.BENCH_EXPENSES ?? '10000,100000').split(',').map(Number);
const grown = (process.env.BENCH_GROWN ?? '').split(',').filter((place) => place !== '');
/** Average expenses of a box of `many-boxes`. */
const EXPENSES_OF_A_BOX = 4.25 / 1.75;
const STORES = 408;
const FULL_BOX = 1_000;
const TIMES = 15;
const AT_ONCE = 8;
const SECONDS = 3;

/** Goals at the larger size, in milliseconds unless the name has another unit; null: only the ratio counts. */
const goals: Record<string, number | null> = {
  'history, first page': 3,
  'history, searched by store': 15,
  'history, searched by number': 15,
  'history, searched by supplier': 15,
  'history, searched by concept': 15,
  'history of everybody, searched by supplier': 15,
  'history of everybody, searched by what a tenth says': null,
  // Nobody turns 400 pages: a search or a filter finds the box.
  'history, 400th page': 10,
  'history of everybody, first page': 3,
  'history of everybody, the middle': null,
  'history of maintenance, first page': null,
  'pending boxes of accounting': 3,
  'list of stores': 3,
  'suppliers, searched': 15,
  '/flujoActual': 15,
  '/flujoCajas, closed': null,
  'one search: supplier': 15,
  'one search: supplier and month': 15,
  'one search: amount': 15,
  'one search: a word of every store': 15,
  'one search: nothing': 15,
  '/flujoHistoria of everything': 300,
  '/flujoHistoria of one store': null,
  // The number beside a menu, for which no screen waits; it grows with the unfinished boxes.
  'pending items of one store, counted': 5,
  // A coordinator's: the fund and the last box of 408 stores, and every box under review with a rejection.
  'pending items of every store, counted': 25,
  'longest turn of the thread that answers': 50,
  'first pages a second, eight at once': 300,
  'empty calls a second, eight at once': null,
  'an empty call': null,
  'history of everybody, first page, its statements alone': null,
  'record an expense': 4,
  'in one box: record': null,
  'in one box: detail': null,
  'in one box: decide': null,
};

const medianOf = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/**
 * Median of each work in milliseconds. The works alternate, so that other load affects all of them; the first runs
 * prepare statements and code.
 */
async function medians(works: readonly (() => Promise<unknown>)[]): Promise<number[]> {
  const times: number[][] = works.map(() => []);
  for (let time = -3; time < TIMES; time += 1)
    for (const [index, work] of works.entries()) {
      const taken = await timed(work);
      if (time >= 0) times[index]?.push(taken);
    }
  return times.map(medianOf);
}

const median = async (work: () => Promise<unknown>): Promise<number> =>
  (await medians([work]))[0] ?? Number.NaN;

/** Runs per second, eight in parallel. */
async function rate(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  let done = 0;
  const lane = async () => {
    for (; performance.now() < begun + SECONDS * 1_000; done += 1) await work();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return (done * 1_000) / (performance.now() - begun);
}

type Figures = Record<string, number>;
type Questions = Record<string, () => Promise<unknown>>;

const asking =
  <Path extends CallPath>(browser: TestClient, path: Path, body: RequestOf<Path>) =>
  () =>
    must(browser, path, body);

/** Search words: one supplier and one text in a few hundred expenses at any size, and one text in every tenth. */
async function addWords({ db }: Scene, expenses: number): Promise<void> {
  const every = Math.max(10, Math.round(expenses / 300));
  await sql`update gastos set proveedor_nombre = 'Tipografía La Esquina' where id % ${every} = 0`.execute(
    db,
  );
  await sql`update gastos set concepto = 'Persiana del fondo' where id % ${every} = 1`.execute(db);
  await sql`update gastos set concepto = 'Lavado de la tienda' where id % 10 = 2`.execute(db);
}
const FIRST = 'history, first page';

const emptyCall = (scene: Scene) => async () => scene.app.inject('/salud');

const ever = { desde: '2020-01-01', hasta: '2026-12-31' };

/** A server with many boxes, and the parameters of its calls. */
interface Company {
  scene: Scene;
  expenses: number;
  supervisor: TestClient;
  /** One of its stores, and words in the names of some and of many stores. */
  idTienda: number;
  ofSomeStores: string;
  ofManyStores: string;
}

/** Number of supervisors among whom the stores are divided. */
const SUPERVISORS = 5;

async function madeCompany(size: number): Promise<Company> {
  const scene = await startScene({ config: { validateAnswers: false } });
  const boxes = Math.round(size / EXPENSES_OF_A_BOX);
  const many = { boxes, stores: STORES, days: 730, supervisors: SUPERVISORS };
  const { expenses, stores } = await addManyBoxes(scene, many);
  await addWords(scene, expenses);
  const supervisor = await scene.signIn('supervisa0@cajamenor.test');
  const [ofSomeStores, ofManyStores] = ['tienda 1', 'tienda'];
  return { scene, expenses, supervisor, idTienda: stores[7] ?? 0, ofSomeStores, ofManyStores };
}

/** Copy of a grown database, with a supervisor for a share of its stores. */
async function grownCompany(place: string): Promise<Company> {
  const database = await createTestDatabase(testEngine(), place);
  const { db } = database;
  const expenses = await inSnapshot(db, (trx) => rowsIn(trx, 'gastos'));
  const now = Date.now();
  const scene = await startScene({ config: { validateAnswers: false }, database, now });
  await addWords(scene, expenses);
  const { id } = scene.people[3];
  await sql`update tiendas set id_supervisor = ${id} where id % ${SUPERVISORS} = 0`.execute(db);
  // As autovacuum does in an installation, where stores change supervisors one by one.
  if (testEngine() === 'postgres') await inTransaction(db, (trx) => analyzeTable(trx, 'tiendas'));
  const supervisor = scene.browsers[3];
  const { id: idTienda } = await db
    .selectFrom('tiendas')
    .select('id')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const [ofSomeStores, ofManyStores] = ['medellin 00', 'medellin'];
  return { scene, expenses, supervisor, idTienda, ofSomeStores, ofManyStores };
}

async function questionsOf(company: Company): Promise<Questions> {
  const { scene, supervisor, idTienda, ofSomeStores, ofManyStores } = company;
  const [control, accounting, maintenance] = [7, 6, 5].map(
    (profile) => scene.browsers[profile as 5 | 6 | 7],
  ) as [TestClient, TestClient, TestClient];
  const page = (pagina: number, buscar?: string) =>
    asking(supervisor, '/historialCajas', { pagina, limite: 20, ...(buscar && { buscar }) });
  const { total } = await control.call('/historialCajas', { pagina: 1, limite: 20 });
  const middle = Math.max(1, Math.floor(total / 40));
  const person = await addPerson(scene.db, { profile: 2, email: 'unica@cajamenor.test' });
  await scene.db
    .insertInto('responsable_tienda')
    .values({ id_tienda: idTienda, id_usuario: person.id, tipo: 2 })
    .execute();
  const clerk = await scene.signIn(person.email);
  return {
    'history, first page': page(1),
    'history, searched by store': page(1, ofSomeStores),
    'history, searched by number': page(1, '12'),
    'history, searched by supplier': page(1, 'tipografia'),
    'history, searched by concept': page(1, 'persiana'),
    'history of everybody, searched by supplier': asking(control, '/historialCajas', {
      limite: 20,
      buscar: 'tipografía',
    }),
    'history of everybody, searched by what a tenth says': asking(control, '/historialCajas', {
      limite: 20,
      buscar: 'lavado',
    }),
    'one search: supplier': asking(supervisor, '/buscar', { texto: 'tipografía' }),
    'one search: supplier and month': asking(control, '/buscar', { texto: 'tipografía oct' }),
    'one search: amount': asking(control, '/buscar', { texto: '12.500' }),
    'one search: a word of every store': asking(control, '/buscar', {
      texto: `${ofManyStores} tornillo`,
    }),
    'one search: nothing': asking(supervisor, '/buscar', { texto: 'tornillo zzz' }),
    'history, 400th page': page(400),
    'history of everybody, first page': asking(control, '/historialCajas', { limite: 20 }),
    'history of everybody, the middle': asking(control, '/historialCajas', {
      pagina: middle,
      limite: 20,
    }),
    'history of maintenance, first page': asking(maintenance, '/historialCajas', { limite: 20 }),
    'pending boxes of accounting': asking(accounting, '/cajasPendientesContabilidad', {
      estado: 1,
      limite: 20,
    }),
    'an empty call': emptyCall(scene),
    'history of everybody, first page, its statements alone': () =>
      readHere(scene, 7, '/historialCajas', { pagina: 1, limite: 20 }),
    'list of stores': asking(scene.browsers[1], '/obtenerTiendas', { limite: 20 }),
    'suppliers, searched': asking(control, '/datosGenerales', {
      tabla: 'proveedores',
      buscar: 'tornillo',
      limite: 20,
    }),
    '/flujoActual': asking(control, '/flujoActual', {}),
    '/flujoCajas, closed': asking(control, '/flujoCajas', {
      maquina: 'expense',
      estado: 'closed.finalApproved',
      limite: 20,
    }),
    '/flujoHistoria of everything': asking(control, '/flujoHistoria', ever),
    '/flujoHistoria of one store': asking(control, '/flujoHistoria', {
      ...ever,
      id_tienda: idTienda,
    }),
    'pending items of one store, counted': asking(clerk, '/contarPendientes', {}),
    'pending items of every store, counted': asking(scene.browsers[4], '/contarPendientes', {}),
    'record an expense': () =>
      record(scene, { fecha_gasto: dateInBogota(scene.clock.now()) }, { receipt: false }),
  };
}

/** Times of the calls for one expense in a box with `full` expenses. */
async function oneBox(full: number): Promise<Figures> {
  const scene = await startScene({ config: { validateAnswers: false } });
  const { id, idCaja } = scene.store;
  const expenses: number[] = [];
  for (let count = 0; count < full; count += 1)
    expenses.push(await record(scene, { valor: 10 }, { receipt: false }));
  const recording = await median(() => record(scene, { valor: 10 }, { receipt: false }));
  // Uploading the receipts would take minutes, and is not measured here.
  await scene.db
    .updateTable('gastos')
    .set({ soporte: 'recibo.pdf' })
    .where('id_caja', '=', idCaja)
    .execute();
  const { version } = await scene.db
    .selectFrom('cajas')
    .select('version')
    .where('id', '=', idCaja)
    .executeTakeFirstOrThrow();
  await must(scene.browsers[2], '/enviarCaja', { id_tienda: id, id_caja: idCaja, version });
  const id_gasto = expenses[0] ?? 0;
  const figures = {
    'in one box: record': recording,
    'in one box: detail': await median(asking(scene.browsers[3], '/detalleGasto', { id_gasto })),
    'in one box: decide': await median(
      asking(scene.browsers[3], '/guardarSupervisor', {
        id_caja: idCaja,
        id_gasto,
        estado: 3,
        ...approval,
      }),
    ),
  };
  await scene.close();
  return figures;
}

const cell = (value: number | null, digits = 1) =>
  (value === null ? '' : value.toFixed(digits)).padStart(9);

function printed(what: string, [few, many]: readonly [Figures, Figures]): void {
  const rows = Object.keys(many).map((name) => ({
    name,
    few: few[name] ?? Number.NaN,
    many: many[name] ?? Number.NaN,
    ratio: (many[name] ?? Number.NaN) / (few[name] ?? Number.NaN),
    goal: goals[name] ?? null,
  }));
  const lines = rows.map(
    ({ name, few: one, many: other, ratio, goal }) =>
      `${name.padEnd(36)}${cell(one)}${cell(other)}${cell(ratio, 2)}${cell(goal, 0)}`,
  );
  const head = `${what.padEnd(36)}${['few, ms', 'many, ms', 'ratio', 'goal'].map((word) => word.padStart(9)).join('')}`;
  process.stdout.write(`\n${[head, ...lines].join('\n')}\n${JSON.stringify({ what, rows })}\n`);
}

describe('everyday calls', () => {
  test('with few and with many expenses in the database', async () => {
    const companies: Company[] = [];
    if (grown.length > 0) for (const place of grown) companies.push(await grownCompany(place));
    else for (const size of sizes) companies.push(await madeCompany(size));
    const questions = await Promise.all(companies.map(questionsOf));
    const figures = companies.map((): Figures => ({}));
    const endWatching = watchTurns();
    for (const name of Object.keys(questions[0] ?? {})) {
      const found = await medians(questions.map((of) => async () => of[name]?.()));
      for (const [index, milliseconds] of found.entries())
        Object.assign(figures[index] ?? {}, { [name]: milliseconds });
    }
    const longest = 'longest turn of the thread that answers';
    // Of both sizes, whose calls alternate.
    Object.assign(figures.at(-1) ?? {}, { [longest]: endWatching() });
    // After the watch: without a socket, these calls never return to the event loop.
    for (const [index, { scene }] of companies.entries())
      Object.assign(figures[index] ?? {}, {
        'first pages a second, eight at once': await rate(async () =>
          questions[index]?.[FIRST]?.(),
        ),
        'empty calls a second, eight at once': await rate(emptyCall(scene)),
      });
    const sizesMade = companies.map(({ expenses }) => expenses).join(' and ');
    printed(`${sizesMade} expenses`, figures as [Figures, Figures]);
    for (const { scene } of companies) await scene.close();
    expect(figures).toHaveLength(2);
  });

  test('in a box with few and with many expenses', async () => {
    printed(`1 and ${FULL_BOX} expenses of a box`, [await oneBox(1), await oneBox(FULL_BOX)]);
  });
});
