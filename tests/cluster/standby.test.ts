/** Long reads at a real hot standby: used while it lacks nothing, and never to be noticed when it does. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { documents } from '#contract/contract.ts';
import { openDatabase } from '#server/database/dialects.ts';
import { withoutTransaction } from '#server/database/transactions.ts';
import { atStandby } from '#server/reads/at-standby.ts';
import { endOfLog } from '#server/repositories/standby.repository.ts';
import { must, record, type Scene, startScene } from '#tests/kit/box-scene.ts';
import { createTestDatabase } from '#tests/server/database/database-fixture.ts';
import { postgresFolders } from '#tests/setup/find-postgres.mjs';
import { startPrivatePostgres, startPrivateStandby } from '#tests/setup/private-postgres.mjs';
import { thisMachine } from '#tests/setup/this-machine.mjs';

type Standby = Awaited<ReturnType<typeof startPrivateStandby>>;

const LONG = { timeout: 60_000, interval: 20 };
const { TEST_DATABASE_URL, TEST_ENGINE } = process.env;

let primary: Awaited<ReturnType<typeof startPrivatePostgres>>;
let standby: Standby;
let scene: Scene;
/** Connections of whoever operates the servers, as `postgres`. */
const operators: pg.Client[] = [];

async function operator(url: string, path = new URL(url).pathname): Promise<pg.Client> {
  const address = new URL(url);
  address.pathname = path;
  const client = new pg.Client({ connectionString: address.href });
  // The server may go first.
  client.on('error', () => undefined);
  await client.connect();
  operators.push(client);
  return client;
}

const pathOf = ({ database: { options } }: Scene): string =>
  'databaseUrl' in options ? new URL(options.databaseUrl).pathname : '';

beforeAll(async () => {
  const binaries = postgresFolders(thisMachine).find((folder) =>
    ['initdb', 'postgres', 'pg_basebackup'].every((name) => existsSync(join(folder, name))),
  );
  if (binaries === undefined) throw new Error('this PostgreSQL has no pg_basebackup');
  primary = await startPrivatePostgres(binaries);
  standby = await startPrivateStandby(binaries, primary.url);
  const client = await operator(standby.url);
  await client.query(`alter system set max_standby_streaming_delay = '50ms'`);
  await client.query('select pg_reload_conf()');
  const url = new URL(primary.url);
  url.searchParams.set('options', '-c synchronous_commit=on');
  Object.assign(process.env, { TEST_DATABASE_URL: url.href, TEST_ENGINE: 'postgres' });
  const database = await createTestDatabase('postgres');
  scene = await startScene({ standbyUrl: standby.url, database });
});
afterEach(async () => {
  await Promise.all(operators.splice(0).map((client) => client.end().catch(() => undefined)));
});
afterAll(async () => {
  await standby?.stop();
  await scene?.close();
  await primary?.stop();
  Object.assign(process.env, { TEST_DATABASE_URL, TEST_ENGINE });
});

/** Long reads until now, and what else `/metricas` says of the standby. */
async function figures() {
  const text = (await scene.client().get('/metricas')).body;
  const figure = (name: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')[1],
    );
  return {
    replica: figure('caja_menor_lecturas_total{lugar="replica"}'),
    principal: figure('caja_menor_lecturas_total{lugar="principal"}'),
    enUso: figure('caja_menor_replica_en_uso'),
    atraso: figure('caja_menor_lecturas_replica_atraso_bytes'),
  };
}

const warning = async (): Promise<string | undefined> => {
  const { statusCode, body } = await scene.client().get('/listo');
  expect(statusCode).toBe(200);
  return (JSON.parse(body) as { aviso?: string }).aviso;
};

const boxes = async (): Promise<number> => {
  const states = await must(scene.browsers[7], '/flujoActual', {});
  return states.reduce((sum, { maquina, cantidad }) => sum + (maquina === 'box' ? cantidad : 0), 0);
};

/** Reads until one was answered by the standby. */
const used = () =>
  vi.waitUntil(async () => {
    const before = await figures();
    await boxes();
    return (await figures()).replica > before.replica;
  }, LONG);

/** Where the reads of some work were answered. */
async function placesOf<Result>(work: () => Promise<Result>) {
  const before = await figures();
  const result = await work();
  const after = await figures();
  return {
    result,
    replica: after.replica - before.replica,
    principal: after.principal - before.principal,
  };
}

/** The store sends its box: analysts see one more. */
async function sendBox(): Promise<void> {
  const { id: id_tienda } = scene.store;
  await record(scene, { id_tienda });
  const { id: id_caja } = await scene.db
    .selectFrom('cajas')
    .select('id')
    .where('id_tienda', '=', id_tienda)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  await must(scene.browsers[2], '/enviarCaja', { id_caja, id_tienda });
}

test('figures and downloads come from there, with whatever was changed before', async () => {
  await used();
  const before = await boxes();
  const { result, replica } = await placesOf(async () => {
    await sendBox();
    const query = '?desde=2026-06-01&hasta=2026-06-30';
    const [xes, consolidated] = await Promise.all([
      scene.browsers[7].get(documents.workflowXes.path + query),
      scene.browsers[4].get(documents.consolidated.path + query),
    ]);
    return {
      boxes: await boxes(),
      xes: xes.body,
      status: [xes.statusCode, consolidated.statusCode],
    };
  });
  expect(result.boxes).toBe(before + 1);
  expect(result.xes).toContain('BOX.SEND');
  expect(result.status).toEqual([200, 200]);
  expect(replica).toBeGreaterThan(3);
  expect(await warning()).toBeUndefined();
});

test('what a person has just changed is in the next answer while the standby stands still', async () => {
  await used();
  const before = await boxes();
  const client = await operator(standby.url);
  await client.query('select pg_wal_replay_pause()');
  const isPaused = async () => {
    const { rows } = await client.query('select pg_get_wal_replay_pause_state() as state');
    return rows[0].state === 'paused';
  };
  await vi.waitUntil(isPaused, LONG);
  await sendBox();
  const { result, principal, replica } = await placesOf(boxes);
  expect([result, principal, replica]).toEqual([before + 1, 1, 0]);
  expect(await warning()).toBe('La réplica de DATABASE_READ_URL está atrasada: no se usa.');
  await vi.waitUntil(async () => (await figures()).atraso > 0, LONG);
  expect((await figures()).enUso).toBe(0);

  // Whoever may not any more is told so, whatever the standby still believes.
  const { email } = scene.people[7];
  const leaver = await scene.signIn(7);
  await must(leaver, '/auth/logout', {});
  expect((await leaver.call('/flujoActual', {})).status).toBe(401);
  const reader = await scene.signIn(7);
  const permissions = (permisos: string | null) =>
    scene.db.updateTable('usuarios').set({ permisos }).where('email', '=', email).execute();
  const { permisos } = await scene.db
    .selectFrom('usuarios')
    .select('permisos')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  await permissions('[]');
  expect((await reader.call('/flujoActual', {})).status).toBe(403);
  await permissions(permisos);

  await client.query('select pg_wal_replay_resume()');
  await used();
  expect(await boxes()).toBe(before + 1);
  expect(await warning()).toBeUndefined();
  expect((await figures()).enUso).toBe(1);
});

describe('a standby that is not there', () => {
  test.each([
    ['killed', () => standby.kill(), () => standby.start()],
    ['silent', async () => standby.signal('SIGSTOP'), async () => standby.signal('SIGCONT')],
  ] as const)('%s: the primary answers, until it is back', async (_name, leave, comeBack) => {
    await used();
    const before = await boxes();
    await leave();
    await sendBox();
    const { result, replica } = await placesOf(boxes);
    expect([result, replica]).toEqual([before + 1, 0]);
    expect(await warning()).toBe('La réplica de DATABASE_READ_URL no responde: no se usa.');
    await comeBack();
    await used();
    expect(await warning()).toBeUndefined();
  });
});

const waiting = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query(
    `select pid from pg_stat_activity where datname = current_database()
      and application_name like 'caja-menor %' and wait_event_type = 'Lock'`,
  );
  return rows.length;
};

/** Has the standby replay everything until now, changes that are not done among it. */
const flush = () => sql`select pg_logical_emit_message(true, 'prueba', '')`.execute(scene.db);

/** A read that waits in the middle of its work, at the standby, which then ends it; the primary answers. */
async function cutOff(end: (locker: pg.Client) => Promise<void>): Promise<void> {
  await used();
  const before = await boxes();
  const path = pathOf(scene);
  const [first, second, onPrimary, onStandby] = await Promise.all([
    operator(primary.url, path),
    operator(primary.url, path),
    operator(primary.url, path),
    operator(standby.url, path),
  ]);
  await first.query('begin; lock table conteo_caja in access exclusive mode');
  await flush();
  const reading = placesOf(boxes);
  await vi.waitUntil(async () => (await waiting(onStandby)) === 1, LONG);
  await end(second);
  await vi.waitUntil(async () => (await waiting(onPrimary)) === 1, LONG);
  await Promise.all([first, second].map((client) => client.query('rollback')));
  const { result, principal, replica } = await reading;
  expect([result, principal, replica]).toEqual([before, 1, 0]);
}

test('a read that the recovery of the standby cancels is done by the primary', async () => {
  const isCancelled = () => scene.logged.some(({ msg }) => `${msg}`.includes('canceló'));
  // A machine so busy that the statement reached its limit before shows nothing of a conflict.
  for (let attempt = 0; attempt < 5 && !isCancelled(); attempt += 1)
    await cutOff(async (locker) => {
      // The first statement of the read has it, until the read ends.
      await locker.query('begin; lock table conteo in access exclusive mode');
      await flush();
    });
  expect(scene.logged.find(({ msg }) => `${msg}`.includes('canceló'))).toMatchObject({
    detalle: expect.stringContaining('due to conflict with recovery'),
  });
  expect(await warning()).toBeUndefined();
});

test('a read during which the standby dies is done by the primary', async () => {
  await cutOff(() => standby.kill());
  await standby.start();
  await used();
});

test('what is acknowledged before it is on the disk counts as written', async () => {
  const url = new URL(primary.url);
  url.searchParams.set('options', '-c synchronous_commit=off');
  const { db, close } = openDatabase({ databaseUrl: url.href });
  const position = async () => (await withoutTransaction(db, endOfLog)).posicion;
  const ahead = await sql<{ end: string }>`select pg_current_wal_insert_lsn()::text as end`.execute(
    db,
  );
  await sql`select pg_logical_emit_message(true, 'prueba', 'una orden')`.execute(db);
  const { rows } = await sql<{ covered: boolean }>`
    select ${await position()}::pg_lsn > ${ahead.rows[0]?.end}::pg_lsn as covered`.execute(db);
  await close();
  expect(rows).toEqual([{ covered: true }]);
});

test('one that was promoted is no standby, nor is it one of this primary afterwards', async () => {
  await used();
  const before = await boxes();
  const client = await operator(standby.url, pathOf(scene));
  await client.query('select pg_promote()');
  // Changes of its own, so that its log is longer than that of the primary.
  await client.query('delete from conteo_caja');
  await client.query(`select pg_logical_emit_message(true, 'prueba', repeat('x', 1000000))`);
  const { result, replica } = await placesOf(boxes);
  expect([result, replica]).toEqual([before, 0]);
  expect(await warning()).toBe(
    'La réplica de DATABASE_READ_URL no es una réplica de la base principal: no se usa.',
  );

  await client.query('checkpoint');
  await standby.kill();
  writeFileSync(join(standby.data, 'standby.signal'), '');
  await standby.start();
  const asStandby = await operator(standby.url, pathOf(scene));
  const end = await withoutTransaction(scene.db, endOfLog);
  const { rows } = await asStandby.query(
    'select pg_is_in_recovery() and pg_last_wal_replay_lsn() > $1::pg_lsn as ahead',
    [end.posicion],
  );
  expect(rows).toEqual([{ ahead: true }]);
  const databaseUrl = scene.config.databaseReadUrl ?? '';
  expect(await atStandby({ databaseUrl, end }, async () => 'read')).toMatchObject({
    missed: { trouble: 'foreign' },
  });
});
