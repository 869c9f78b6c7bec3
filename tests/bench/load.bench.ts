/**
 * The daily calls on both engines, in turn: whole jobs, first pages and details per second with eight people at once, and
 * milliseconds of each call of one person alone. Prints the medians of `BENCH_ROUNDS` (3) rounds of `BENCH_SECONDS` (10)
 * with the ratio of PostgreSQL to the embedded database, and, as one line, JSON; before them the time of a round trip to
 * PostgreSQL. PostgreSQL writes durably, as the embedded database does.
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { categories, pdf } from '#tests/kit/box-scene.ts';
import { approval } from '#tests/kit/box-stages.ts';
import { type DataFolder, openDataFolder, type Serving } from '#tests/kit/program.ts';
import type { WebClient } from '#tests/kit/web-client.ts';
import { seedWorld, type World } from '#tests/process/company.ts';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import { findPostgresBinaries } from '#tests/setup/find-postgres.mjs';
import { startPrivatePostgres } from '#tests/setup/private-postgres.mjs';
import { thisMachine } from '#tests/setup/this-machine.mjs';
import { counted, EXPENSES_OF_A_BOX, fillAndDecide, signIn } from './work.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 10);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const AT_ONCE = 8;
const TIMES = 60;

const durable = ['fsync = on', 'synchronous_commit = on', 'full_page_writes = on'];

/** A company, its server, and who works in it. */
interface Company {
  folder: DataFolder;
  server: Serving;
  world: World;
  supervisor: WebClient;
  stores: WebClient[];
}

const names = ['postgresql', 'embedded'] as const;
type Name = (typeof names)[number];

let cluster: Awaited<ReturnType<typeof startPrivatePostgres>>;
const companies = new Map<Name, Company>();

async function open(databaseUrl: string | undefined): Promise<Company> {
  const folder = openDataFolder();
  const world = await seedWorld(folder, { stores: AT_ONCE, ownPeople: true, databaseUrl });
  const server = await folder.serve(
    'main',
    databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl },
  );
  const supervisor = await signIn(server.url, world.people[3].email);
  const stores: WebClient[] = [];
  for (const { email } of world.keepers) stores.push(await signIn(server.url, email));
  return { folder, server, world, supervisor, stores };
}

beforeAll(async () => {
  const binaries = findPostgresBinaries(thisMachine);
  if (!binaries) throw new Error('install PostgreSQL first');
  cluster = await startPrivatePostgres(binaries, [...durable, 'shared_buffers = 256MB']);
  companies.set('postgresql', await open(cluster.url));
  companies.set('embedded', await open(undefined));
});
afterAll(async () => {
  for (const { folder } of companies.values()) await folder.close();
  await cluster?.stop();
});

const medianOf = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

let receipts = 0;

/** Records an expense with its receipt. @param timed runs the recording */
async function recordOne(
  store: WebClient,
  { idProveedor }: World,
  id_tienda: number,
  timed = <Result>(work: () => Promise<Result>) => work(),
): Promise<number> {
  receipts += 1;
  const [recorded] = await timed(() =>
    store.must('/enviarGasto', {
      id_tienda,
      id_proveedor: idProveedor,
      fecha_gasto: dateInBogota(Date.now()),
      recibo: `S${receipts}`,
      valor: 12_500,
      concepto: 'Bombillos',
      categoria: [categories.plain],
      tipo_factura: 0,
    }),
  );
  const id_gasto = recorded?.id_gasto ?? 0;
  await store.upload('/cargarSoporte', { id_gasto }, pdf(`s${receipts}`.padEnd(12_000, 'x')));
  return id_gasto;
}

/** Median milliseconds of each call of one person; only its server works meanwhile. */
async function alone({ world, stores, supervisor }: Company): Promise<Record<string, number>> {
  const [store] = stores;
  const [id_tienda] = world.stores;
  if (store === undefined || id_tienda === undefined) throw new Error('no store');
  const times: Record<string, number[]> = {};
  const timed = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const begun = performance.now();
    const result = await work();
    times[name] = [...(times[name] ?? []), performance.now() - begun];
    return result;
  };
  for (let round = 0; round < TIMES / EXPENSES_OF_A_BOX; round += 1) {
    const expenses: number[] = [];
    for (let count = 0; count < EXPENSES_OF_A_BOX; count += 1) {
      const id_gasto = await recordOne(store, world, id_tienda, (work) => timed('record', work));
      await timed('detail', () => store.must('/detalleGasto', { id_gasto }));
      await timed('list', () => store.must('/historialCajas', {}));
      expenses.push(id_gasto);
    }
    const { id: id_caja, version } = await store.must('/obtenerCajaActual', { id_tienda });
    await timed('send', () => store.must('/enviarCaja', { id_tienda, id_caja, version }));
    for (const id_gasto of expenses)
      await timed('decide', () =>
        supervisor.must('/guardarSupervisor', { id_caja, id_gasto, estado: 3, ...approval }),
      );
    await supervisor.must('/enviarCajaSupervisor', { id_caja });
  }
  return Object.fromEntries(
    Object.entries(times).map(([name, each]) => [`${name}, ms alone`, medianOf(each)]),
  );
}

async function measured(company: Company): Promise<Record<string, number>> {
  const { world, stores, supervisor } = company;
  const jobs = await counted(
    stores.map(
      (store, place) => () => fillAndDecide(store, supervisor, world.stores[place] ?? 0, world),
    ),
    SECONDS,
    EXPENSES_OF_A_BOX,
  );
  const lists = await counted(
    stores.map((store) => () => store.must('/historialCajas', {})),
    SECONDS,
  );
  const [store] = stores;
  const [id_tienda] = world.stores;
  if (store === undefined || id_tienda === undefined) throw new Error('no store');
  const id_gasto = await recordOne(store, world, id_tienda);
  const details = await counted(
    Array.from({ length: AT_ONCE }, () => () => store.must('/detalleGasto', { id_gasto })),
    SECONDS,
  );
  await store.must('/eliminarGasto', { id_gasto, id_tienda });
  const perSecond = ({ done, seconds }: typeof jobs) => done / seconds;
  return {
    'whole jobs a second': perSecond(jobs),
    'first pages of a list a second': perSecond(lists),
    'details of an expense a second': perSecond(details),
    ...(await alone(company)),
  };
}

/** Median milliseconds of a prepared statement that does nothing: the least that a wait for PostgreSQL takes. */
async function roundTrip(): Promise<number> {
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  const times: number[] = [];
  for (let count = 0; count < 500; count += 1) {
    const begun = performance.now();
    await client.query({ name: 'nothing', text: 'select 1' });
    times.push(performance.now() - begun);
  }
  await client.end();
  return medianOf(times);
}

test('the daily calls on both engines', async () => {
  process.stdout.write(`a round trip to PostgreSQL: ${(await roundTrip()).toFixed(2)} ms\n`);
  const rounds: Record<Name, Record<string, number>[]> = { postgresql: [], embedded: [] };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, company] of companies) rounds[name].push(await measured(company));
  const medians = (name: Name, figure: string) =>
    medianOf(rounds[name].map((round) => round[figure] ?? Number.NaN));
  const figures = Object.keys(rounds.embedded[0] ?? {});
  const table = figures.map((figure) => {
    const [postgresql, embedded] = names.map((name) => medians(name, figure));
    return { figure, postgresql: postgresql ?? 0, embedded: embedded ?? 0 };
  });
  for (const { figure, postgresql, embedded } of table)
    process.stdout.write(
      `${figure.padEnd(34)}${postgresql.toFixed(1).padStart(9)}${embedded.toFixed(1).padStart(9)}${(postgresql / embedded).toFixed(2).padStart(7)}\n`,
    );
  process.stdout.write(`${JSON.stringify(table)}\n`);
  expect(table.every(({ postgresql, embedded }) => postgresql > 0 && embedded > 0)).toBe(true);
});
