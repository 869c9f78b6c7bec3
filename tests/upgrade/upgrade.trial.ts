/**
 * The last release and this version on one database: people go on while the schema moves, whichever of both answers them.
 * SEED repeats what they do.
 */
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dateInBogota } from '#machines/domain/bogota-time.ts';
import { openDatabase } from '#server/database/dialects.ts';
import { migrateTo, type Step } from '#server/database/migrations.ts';
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

const lastRelease = process.env.LAST_RELEASE ?? '';
const nextRelease = process.env.NEXT_RELEASE ?? '';
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const say = (line: string): void => void process.stdout.write(`upgrade: ${line}\n`);

/** Changes that are answered before the next thing happens. */
const ENOUGH = 100;
const COPIES = 20;
const LIMIT = { timeout: 120_000, interval: 10 };
const TEST_LIMIT = 10 * 60_000;

function versionIn(folder: string): string {
  const text = folder === '' ? '{}' : readFileSync(join(folder, 'package.json'), 'utf8');
  const { version = '' } = JSON.parse(text) as { version?: string };
  return version;
}
const oldVersion = versionIn(lastRelease);
const newVersion = versionIn(nextRelease);

let older: DataFolder;
let newer: DataFolder;
beforeEach(() => {
  older = openDataFolder([], lastRelease);
  newer = openDataFolder([], nextRelease);
});
afterEach(async () => {
  await older.close();
  await newer.close();
});

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

/** Everything that was answered is there, and nothing was cut off. */
function expectKept(staff: Staff, rows: Rows): void {
  expect(staff.all.flatMap(({ ledger }) => ledger.differences(rows))).toEqual([]);
  expect([total(staff, 'happened'), total(staff, 'undone')]).toEqual([0, 0]);
}

async function expectClean(folder: DataFolder, environment: Record<string, string>): Promise<void> {
  const { output, errors } = await folder.run('audit-verify', environment).ended;
  expect(output + errors).toContain(' Diferencias: 0.\n');
}

const migrations = async (folder: DataFolder, environment: Record<string, string>) => {
  const { code, errors } = await folder.run('db-migrate', environment).ended;
  return [code, errors];
};

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

/** What a later release might take away, which the last one could not do without. */
const contracting = (): Record<string, Step> => ({
  '9998-crece': {
    kind: 'expand',
    up: async (db) => {
      await sql`alter table gastos add column de_mañana text`.execute(db);
    },
  },
  '9999-encoge': {
    kind: 'contract',
    oldest: newVersion,
    up: async (db) => {
      await sql`alter table gastos drop column de_mañana`.execute(db);
    },
  },
});

/** Migrates as a release after this one would. */
async function contract(databaseUrl: string): Promise<void> {
  const url = new URL(databaseUrl);
  url.searchParams.set('application_name', `caja-menor ${newVersion}`);
  const { db, close } = openDatabase({ databaseUrl: url.href, poolSize: 1 });
  try {
    await migrateTo(db, 'postgres', null, contracting());
  } finally {
    await close();
  }
}

test(
  'on PostgreSQL both serve at once while the schema moves, each reads what the other wrote, and nothing is taken from the older one',
  async () => {
    const begun = performance.now();
    const since = () => `${((performance.now() - begun) / 1_000).toFixed(1)} s`;
    const database = await createTestDatabase('postgres');
    const { options } = database;
    if (!('databaseUrl' in options)) throw new Error('it is not PostgreSQL');
    const { databaseUrl } = options;
    const environment = { DATABASE_URL: databaseUrl };
    const balancer = new TurnsBalancer();
    await balancer.start();
    /** The others are given nothing more, and have answered. */
    const only = async ({ url }: Serving) => {
      const others = balancer.servers.filter((server) => server !== url);
      balancer.servers = [url];
      for (const other of others) await expect.poll(() => balancer.isIdle(other), LIMIT).toBe(true);
    };
    const rows = () => inTransaction(database.db, keptRows);
    const executed = async () =>
      (
        await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
          database.db,
        )
      ).rows.map(({ name }) => name);
    try {
      expect(await migrations(older, environment)).toEqual([0, '']);
      const known = await executed();
      const world = await seedWorld(older, { databaseUrl, isMigrated: true });
      const before = await older.serve('main', environment);
      balancer.servers = [before.url];
      const staff = await employ(world, balancer.url, seededRandom(seed));
      // Both sign the log with one key.
      copyFileSync(join(older.dataDir, 'registro.key'), join(newer.dataDir, 'registro.key'));
      await work(staff);
      say(`${since()}: ${oldVersion} serves, up to ${known.at(-1)}; SEED=${seed}`);

      let after = before;
      await work(staff, async () => {
        after = await newer.serve('main', environment);
        balancer.servers = [before.url, after.url];
      });
      const expanded = (await executed()).filter((name) => !known.includes(name));
      expect(expanded.length, 'a schema that moves').toBeGreaterThan(0);
      expect([await isReady(before), await isReady(after)]).toEqual([true, true]);
      expectKept(staff, await rows());
      const given = [before, after].map(({ url }) => balancer.given.get(url) ?? 0);
      expect(Math.min(...given)).toBeGreaterThanOrEqual(ENOUGH / 2);
      await race(world, balancer.url);
      await expectClean(newer, environment);
      say(
        `${since()}: ${newVersion} beside it, with ${expanded.join(', ')}; ${given.join(' and ')} requests`,
      );

      await work(staff, async () => {
        await expect(contract(databaseUrl)).rejects.toThrow(
          `La versión ${oldVersion} todavía usa la base de datos`,
        );
      });
      expect([await isReady(before), await isReady(after)]).toEqual([true, true]);
      expect((await executed()).at(-1)).toBe(expanded.at(-1));
      say(`${since()}: what would end ${oldVersion} is refused while it serves`);

      await work(staff, async () => {
        await only(before);
        await end(after);
      });
      say(`${since()}: the way back, ${oldVersion} alone`);
      await work(staff, async () => {
        after = await newer.serve('main', environment);
        await only(after);
        await end(before);
      });
      await work(staff, () =>
        expect.poll(() => contract(databaseUrl).then(() => 'done', String), LIMIT).toBe('done'),
      );
      expect(await isReady(after)).toBe(true);
      const [code, line] = await migrations(older, environment);
      expect([code, line]).toEqual([1, expect.stringContaining('es de una versión más nueva')]);
      expectKept(staff, await rows());
      await expectClean(newer, environment);
      expect(balancer.failures).toEqual([]);
      const requests = [...balancer.given.values()].reduce((sum, count) => sum + count, 0);
      say(
        `${since()}: ${newVersion} alone, on a schema that ended ${oldVersion}; ${requests} requests, 0 failed; ${total(staff, 'answered')} changes, 0 lost; audit clean`,
      );
    } finally {
      balancer.close();
      await older.close();
      await newer.close();
      await database.drop();
    }
  },
  TEST_LIMIT,
);

test(
  'on the embedded database one follows the other, and the last release may come back',
  async () => {
    const environment = { DATA_DIR: older.dataDir };
    expect(await migrations(older, environment)).toEqual([0, '']);
    const world = await seedWorld(older, { isMigrated: true });
    let serving = await older.serve('main', environment);
    const staff = await employ(world, serving.url, seededRandom(seed));
    for (const next of [newer, older, newer]) {
      await work(staff);
      await end(serving);
      expectKept(staff, await besideTheServer(older.dataDir, keptRows));
      serving = await next.serve('main', environment);
      for (const worker of staff.all) worker.moveTo(serving.url);
      await expectClean(newer, environment);
    }
    await work(staff);
    await end(serving);
    expectKept(staff, await besideTheServer(older.dataDir, keptRows));
    await expectClean(newer, environment);
    say(
      `embedded: ${oldVersion}, ${newVersion}, back and forward again; ${total(staff, 'answered')} changes, 0 lost; audit clean`,
    );
  },
  TEST_LIMIT,
);
