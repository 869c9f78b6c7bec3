/**
 * Whole jobs a second: record an expense, attach a PDF of 12 kB, decide it; every fifth, the store and the supervisor
 * send the box. Beside them what the same machine does of their parts in the same run: calls that do nothing, and
 * transactions of one row that are on the disk when they end. Prints a table, on Linux the processor time of a job, and,
 * as one line, JSON. `BENCH_SECONDS` (20) for each; `TEST_ENGINE=postgres` with `TEST_DATABASE_URL`, an empty database, for
 * the other engine. `BENCH_PROFILE=folder` keeps a profile of the server there, which costs it a tenth.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import { openDatabase } from '#server/platform/database/dialects.ts';
import { migrateToLatest } from '#server/platform/database/migrations.ts';
import { categories, pdf } from '#tests/kit/box-scene.ts';
import { approval } from '#tests/kit/box-stages.ts';
import { testDatabaseUrl, testEngine } from '#tests/kit/environment.ts';
import { testPassword } from '#tests/kit/people.ts';
import { type DataFolder, openDataFolder, programToken, type Serving } from '#tests/kit/program.ts';
import { WebClient } from '#tests/kit/web-client.ts';
import { seedWorld, type World } from '#tests/process/company.ts';
import { processorTime, spent } from './processor-time.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 20);
const AT_ONCE = 8;
const EXPENSES_OF_A_BOX = 5;
/** Jobs a second. */
const GOAL = 300;
/** A job's calls, each of which writes once: three, and the two sends of its box. */
const CALLS_OF_A_JOB = 3 + 2 / EXPENSES_OF_A_BOX;

let folder: DataFolder;
let server: Serving;
let world: World;
const database = () => (testEngine() === 'postgres' ? { DATABASE_URL: testDatabaseUrl() } : {});
const profile = process.env.BENCH_PROFILE;
const profiling = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
beforeAll(async () => {
  folder = openDataFolder();
  world = await seedWorld(folder, {
    stores: AT_ONCE,
    ownPeople: true,
    databaseUrl: database().DATABASE_URL,
  });
  server = await folder.serve('main', database(), profiling);
});
afterAll(async () => {
  // A profile is written at an orderly end.
  server?.child.kill('SIGTERM');
  await server?.ended;
  await folder?.close();
});

async function signIn(email: string): Promise<WebClient> {
  const browser = new WebClient(server.url, programToken);
  await browser.signIn({ email, password: testPassword });
  return browser;
}

let receipts = 0;

/** A box of a store from its first expense until the supervisor has sent it. */
async function fillAndDecide(store: WebClient, supervisor: WebClient, id_tienda: number) {
  const expenses: number[] = [];
  for (let count = 0; count < EXPENSES_OF_A_BOX; count += 1) {
    receipts += 1;
    const receipt = receipts;
    const [recorded] = await store.must('/enviarGasto', {
      id_tienda,
      id_proveedor: world.idProveedor,
      fecha_gasto: dateInBogota(Date.now()),
      recibo: `J${receipt}`,
      valor: 12_500,
      concepto: 'Bombillos',
      categoria: [categories.plain],
      tipo_factura: 0,
    });
    const id_gasto = recorded?.id_gasto ?? 0;
    const file = pdf(`${receipt} `.padEnd(12_000, 'x'));
    const { status } = await store.upload('/cargarSoporte', { id_gasto }, file);
    expect(status).toBe(200);
    expenses.push(id_gasto);
  }
  const { id: id_caja, version } = await store.must('/obtenerCajaActual', { id_tienda });
  await store.must('/enviarCaja', { id_tienda, id_caja, version });
  for (const id_gasto of expenses)
    await supervisor.must('/guardarSupervisor', { id_caja, id_gasto, estado: 3, ...approval });
  await supervisor.must('/enviarCajaSupervisor', { id_caja });
}

type Works = readonly (() => Promise<unknown>)[];

/** How often some work was done by so many at once, and in how many seconds. */
async function counted(works: Works, each = 1): Promise<{ done: number; seconds: number }> {
  const begun = performance.now();
  const until = begun + SECONDS * 1_000;
  let done = 0;
  await Promise.all(
    works.map(async (work) => {
      while (performance.now() < until) {
        await work();
        done += each;
      }
    }),
  );
  return { done, seconds: (performance.now() - begun) / 1_000 };
}

/** How often each second. */
async function rate(works: Works): Promise<number> {
  const { done, seconds } = await counted(works);
  return done / seconds;
}

async function commits(): Promise<number> {
  const { db, engine, close } = openDatabase(
    database().DATABASE_URL === undefined
      ? { dataDir: openDataFolder().dataDir }
      : { databaseUrl: testDatabaseUrl() },
  );
  await migrateToLatest(db, engine);
  let number = 0;
  const one = () => {
    number += 1;
    const row = { nombre: `Empresa ${Math.random()} ${number}`, id_ciudad: 1146 };
    return db.transaction().execute((trx) => trx.insertInto('empresas').values(row).execute());
  };
  const found = await rate(Array.from({ length: AT_ONCE }, () => one));
  await close();
  return found;
}

test('whole jobs', async () => {
  const supervisor = await signIn(world.people[3].email);
  const stores: (() => Promise<void>)[] = [];
  for (const [index, id] of world.stores.entries()) {
    const store = await signIn(`tienda${index + 1}@cajamenor.test`);
    stores.push(() => fillAndDecide(store, supervisor, id));
  }
  await Promise.all(stores.map((work) => work()));
  const { pid = 0 } = server.child;
  const before = processorTime(pid);
  const { done, seconds } = await counted(stores, EXPENSES_OF_A_BOX);
  const jobs = done / seconds;
  const after = processorTime(pid);
  const nothing = () => fetch(`${server.url}/salud`).then((response) => response.arrayBuffer());
  const calls = (await rate(Array.from({ length: AT_ONCE }, () => nothing))) / CALLS_OF_A_JOB;
  const writes = (await commits()) / CALLS_OF_A_JOB;
  const limit = Math.min(calls, writes);
  const rows = { jobs, 'as empty calls': calls, 'as transactions of one row': writes };
  const each = before && after && spent(before, after, done);
  for (const [name, figure] of Object.entries(rows))
    process.stdout.write(`${figure.toFixed(0).padStart(6)} a second: ${name}\n`);
  process.stdout.write(
    `goal ${GOAL}; ${((100 * jobs) / limit).toFixed(0)} % of the limit (goal 50)\n`,
  );
  for (const [place, milliseconds] of Object.entries(each ?? {}))
    process.stdout.write(`${milliseconds.toFixed(2).padStart(6)} ms of a job: ${place}\n`);
  process.stdout.write(
    `${JSON.stringify({ engine: testEngine(), ...rows, goal: GOAL, processor: each })}\n`,
  );
  expect(jobs).toBeGreaterThan(0);
});
