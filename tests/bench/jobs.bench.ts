/**
 * Jobs per second: record an expense, attach a PDF of 12 kB, decide it; after every fifth, the store and the supervisor
 * send the box. For comparison, the same run measures empty calls and durable transactions of one row. Prints a table,
 * on Linux the processor time of a job, and, as one line, JSON. `BENCH_SECONDS` (20) for each; `TEST_ENGINE=postgres`
 * with `TEST_DATABASE_URL`, an empty database, for the other engine. `BENCH_PROFILE=folder` writes a profile of the
 * server there, which slows it by a tenth.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#server/platform/database/dialects.ts';
import { migrateToLatest } from '#server/platform/database/migrations.ts';
import { testDatabaseUrl, testEngine } from '#tests/kit/environment.ts';
import { type DataFolder, openDataFolder, type Serving } from '#tests/kit/program.ts';
import { seedWorld, type World } from '#tests/process/company.ts';
import { processorTime, spent } from './processor-time.ts';
import { counted, EXPENSES_OF_A_BOX, fillAndDecide, signIn, type Works } from './work.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 20);
const AT_ONCE = 8;
/** Jobs per second. */
const GOAL = 300;
/** Calls of a job, each with one write: three, and its share of the two sends of the box. */
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
  // Node writes the profile only at an orderly exit.
  server?.child.kill('SIGTERM');
  await server?.ended;
  await folder?.close();
});

/** Runs per second. */
async function rate(works: Works): Promise<number> {
  const { done, seconds } = await counted(works, SECONDS);
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

test('jobs per second', async () => {
  const supervisor = await signIn(server.url, world.people[3].email);
  const stores: (() => Promise<void>)[] = [];
  for (const [index, id] of world.stores.entries()) {
    const store = await signIn(server.url, `tienda${index + 1}@cajamenor.test`);
    stores.push(() => fillAndDecide(store, supervisor, id, world));
  }
  await Promise.all(stores.map((work) => work()));
  const { pid = 0 } = server.child;
  const before = processorTime(pid);
  const { done, seconds } = await counted(stores, SECONDS, EXPENSES_OF_A_BOX);
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
