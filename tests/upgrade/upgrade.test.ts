/**
 * The last release and this version on one database: people go on while the schema moves, whichever of both answers them.
 * Only with UPGRADE, as `npm run upgrade:try` sets it; SEED repeats what people do.
 */
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dateInBogota } from '#machines/domain/dates.ts';
import type { MigrationName } from '#server/database/migrations.ts';
import { inTransaction } from '#server/database/transactions.ts';
import { seededRandom } from '#server/demonstration/seeded-random.ts';
import { categories } from '#tests/kit/box-scene.ts';
import { testPassword } from '#tests/kit/people.ts';
import { type DataFolder, openDataFolder, programToken, type Serving } from '#tests/kit/program.ts';
import { WebClient } from '#tests/kit/web-client.ts';
import { employ, type Staff, seedWorld, total, type World } from '#tests/process/company.ts';
import { besideTheServer, keptRows } from '#tests/process/kept-rows.ts';
import type { Rows } from '#tests/process/ledger.ts';
import { createTestDatabase } from '#tests/server/database/database-fixture.ts';
import { TurnsBalancer } from './turns-balancer.ts';

const release = process.env.LAST_RELEASE ?? '';
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const say = (line: string): void => void process.stdout.write(`upgrade: ${line}\n`);

/** Changes that are answered before something happens. */
const ENOUGH = 150;
const COPIES = 20;
const LIMIT = { timeout: 120_000, interval: 10 };

let older: DataFolder;
let newer: DataFolder;
beforeEach(() => {
  older = openDataFolder([], release);
  newer = openDataFolder();
});
afterEach(async () => {
  await older.close();
  await newer.close();
});

/** The newest migration that the last release knows. */
function lastMigration(): MigrationName {
  const text = readFileSync(join(release, 'server/database/migrations.ts'), 'utf8');
  const names = [...text.matchAll(/^ {2}'(\d{4}-[\w-]+)':/gm)].map(([, name]) => name);
  return names.toSorted().at(-1) as MigrationName;
}

const isReady = async ({ url }: Serving): Promise<boolean> => (await fetch(`${url}/listo`)).ok;

async function end({ child, ended }: Serving): Promise<void> {
  child.kill('SIGTERM');
  expect((await ended).code).toBe(0);
}

/** Everybody works until so many changes more are answered, while something else happens. */
async function work(staff: Staff, meanwhile: () => Promise<void> = async () => {}): Promise<void> {
  let over = false;
  const working = Promise.all(staff.all.map((worker) => worker.work(() => over)));
  try {
    await Promise.race([meanwhile(), working]);
    const enough = total(staff, 'answered') + ENOUGH;
    await Promise.race([
      working,
      expect.poll(() => total(staff, 'answered'), LIMIT).toBeGreaterThan(enough),
    ]);
  } finally {
    over = true;
  }
  await working;
}

const differences = ({ all }: Staff, rows: Rows): string[] =>
  all.flatMap(({ ledger }) => ledger.differences(rows));

async function expectClean(folder: DataFolder, environment: Record<string, string>): Promise<void> {
  const { output, errors } = await folder.run('audit-verify', environment).ended;
  expect(output + errors).toContain(' Diferencias: 0.\n');
}

/** Copies of one change at once, at both of them by turns: it happens once. */
async function race(world: World, url: string): Promise<void> {
  const store = new WebClient(url, programToken);
  await store.signIn({ email: world.people[2].email, password: testPassword });
  const [id_tienda = 0] = world.stores;
  await store.must('/obtenerCajaActual', { id_tienda });
  const expense = {
    id_tienda,
    id_proveedor: world.idProveedor,
    fecha_gasto: dateInBogota(Date.now()),
    recibo: 'CARRERA1',
    valor: 12_000,
    concepto: 'Bombillos',
    categoria: [categories.plain],
    tipo_factura: 0 as const,
  };
  const copies = Array.from({ length: COPIES });
  const recorded = await Promise.all(
    copies.map(() => store.call('/enviarGasto', expense, 'carrera-de-versiones')),
  );
  const ids = recorded
    .filter(({ status }) => status === 200)
    .map(({ body }) => JSON.stringify(body));
  expect(ids.length).toBeGreaterThan(0);
  expect(new Set(ids).size).toBe(1);
  const [{ id_gasto }] = JSON.parse(ids[0] ?? '') as [{ id_gasto: number }];
  const removed = await Promise.all(
    copies.map(() => store.call('/eliminarGasto', { id_gasto, id_tienda })),
  );
  expect(removed.filter(({ status }) => status === 200)).toHaveLength(1);
}

test(
  'on PostgreSQL both serve at once while the schema moves, and each reads what the other wrote',
  async () => {
    say(`SEED=${seed} from ${lastMigration()}`);
    const database = await createTestDatabase('postgres');
    const { options } = database;
    if (!('databaseUrl' in options)) throw new Error('it is not PostgreSQL');
    const environment = { DATABASE_URL: options.databaseUrl };
    const balancer = new TurnsBalancer();
    await balancer.start();
    const rows = () => inTransaction(database.db, keptRows);
    try {
      const world = await seedWorld(older, {
        databaseUrl: options.databaseUrl,
        last: lastMigration(),
      });
      const before = await older.serve('main', environment);
      balancer.servers = [before.url];
      const staff = await employ(world, balancer.url, seededRandom(seed));
      // Both sign the log with one key.
      copyFileSync(join(older.dataDir, 'registro.key'), join(newer.dataDir, 'registro.key'));

      const begun = performance.now();
      let after = before;
      await work(staff, async () => {
        after = await newer.serve('main', environment);
        say(`this version serves after ${Math.round(performance.now() - begun)} ms`);
        balancer.servers = [before.url, after.url];
      });
      expect([await isReady(before), await isReady(after)]).toEqual([true, true]);
      expect(differences(staff, await rows())).toEqual([]);
      const given = [before, after].map(({ url }) => balancer.given.get(url) ?? 0);
      expect(Math.min(...given)).toBeGreaterThan(ENOUGH / 2);
      await race(world, balancer.url);
      await expectClean(older, environment);
      await expectClean(newer, environment);

      await work(staff, async () => {
        balancer.servers = [after.url];
        await end(before);
      });
      // The way back, as long as nothing was contracted.
      await work(staff, async () => {
        const again = await older.serve('main', environment);
        balancer.servers = [again.url];
        await end(after);
      });
      expect(differences(staff, await rows())).toEqual([]);
      await expectClean(newer, environment);
      say(`requests of ${given.join(' and ')}; ${total(staff, 'answered')} changes, none lost`);
    } finally {
      balancer.close();
      await older.close();
      await newer.close();
      await database.drop();
    }
  },
  10 * 60_000,
);

test(
  'on the embedded database one follows the other, and the last release may come back',
  async () => {
    const environment = { DATA_DIR: older.dataDir };
    const world = await seedWorld(older, { last: lastMigration() });
    const first = await older.serve('main', environment);
    const staff = await employ(world, first.url, seededRandom(seed));
    let serving = first;
    for (const next of [newer, older, newer]) {
      await work(staff);
      await end(serving);
      const rows = await besideTheServer(older.dataDir, keptRows);
      expect(differences(staff, rows)).toEqual([]);
      serving = await next.serve('main', environment);
      for (const worker of staff.all) worker.moveTo(serving.url);
      await expectClean(next, environment);
    }
    await work(staff);
    await end(serving);
    await expectClean(newer, environment);
    say(`${total(staff, 'answered')} changes, none lost`);
  },
  10 * 60_000,
);
