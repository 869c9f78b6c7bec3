/** Start of a server, and the single line that explains a refused start. */
import { createServer } from 'node:net';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/platform/database/dialects.ts';
import { migrateToLatest } from '#server/platform/database/migrations.ts';
import { createDatabase, dropDatabase, engines } from '#tests/server/database/database-fixture.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { markDemonstration } from '#server/features/settings/settings.ts';
import { addCast, testPassword } from '#tests/kit/people.ts';
import {
  type DataFolder,
  type Ending,
  openDataFolder,
  type ProgramName,
  programToken,
} from '#tests/kit/program.ts';
import { isRefused } from '#tests/kit/raw-request.ts';
import { WebClient } from '#tests/kit/web-client.ts';

let folder: DataFolder;
beforeEach(() => {
  folder = openDataFolder();
});
afterEach(() => folder.close());

const isReady = async (url: string): Promise<boolean> => (await fetch(`${url}/listo`)).ok;

/** Checks that it exited with 1 and one line on stderr that contains these words. */
function expectRefusal({ code, errors }: Ending, words: string): void {
  expect(errors).toContain(words);
  expect(errors).toMatch(/^[^\n]+\n$/);
  expect(code).toBe(1);
}

describe('a wrong setting stops the start', () => {
  test.each([
    [{ API_TOKEN: 'corto' }, 'API_TOKEN debe tener entre 8 y 200 caracteres'],
    [{ HOST: '203.0.113.7' }, 'La dirección «203.0.113.7» no es de esta máquina. Revise HOST'],
    [{ DATABASE_URL: 'postgres://u:secreta@127.0.0.1:1/x' }, 'nadie responde en esa dirección'],
  ])('%j', async (environment, words) => {
    const ending = await folder.run('main', environment as Record<string, string>).ended;
    expectRefusal(ending, words);
    expect(ending.errors + ending.output).not.toContain('secreta');
  });

  test('a DATA_DIR that is a file', async () => {
    const file = join(folder.dataDir, 'datos');
    writeFileSync(file, '');
    const { ended } = folder.run('main', { DATA_DIR: file });
    expectRefusal(await ended, `No se puede usar la carpeta de datos «${file}»`);
  });

  test('a LOG_KEY_FILE in a folder that does not exist', async () => {
    const file = join(folder.dataDir, 'llaves', 'registro.key');
    const { ended } = folder.run('main', { LOG_KEY_FILE: file });
    expectRefusal(
      await ended,
      `No se puede crear la clave «${file}» (ENOENT). Revise LOG_KEY_FILE`,
    );
  });

  test('a PORT that is in use; the data folder is released', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const place = holder.address();
    const port = typeof place === 'object' && place ? String(place.port) : '';
    const { ended } = folder.run('main', { PORT: port });
    expectRefusal(await ended, `El puerto ${port} ya está en uso. Elija otro con PORT.`);
    holder.close();
    await openDatabase({ dataDir: folder.dataDir }).close();
  });
});

/** Starts as in that version of Node, which the check reads from `process.versions`. */
const asNode = (version: string): string[] => [
  '--import',
  `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`,
];

test.each(['main', 'demo', 'audit-verify'] as const)(
  '%s in Node 18 ends with one sentence, before it loads anything',
  async (name) => {
    const { ended } = folder.run(name, {}, [], [], asNode('18.20.8'));
    expectRefusal(
      await ended,
      'Caja menor necesita Node 20.19+, 22.13+ o 24+, y este es Node 18.20.8. Instale una de esas versiones.',
    );
    expect(readdirSync(folder.dataDir)).toEqual([]);
  },
);

const clusters = engines.filter((engine) => engine === 'postgres');

test.each(clusters)('with %s a start creates its data folder', async () => {
  const cluster = process.env.TEST_DATABASE_URL ?? '';
  const databaseUrl = await createDatabase(cluster);
  const dataDir = join(folder.dataDir, 'nueva', 'carpeta');
  try {
    const server = await folder.serve('main', { DATABASE_URL: databaseUrl, DATA_DIR: dataDir });
    expect(await isReady(server.url)).toBe(true);
    expect(readdirSync(dataDir)).toContain('registro.key');
    server.child.kill('SIGTERM');
    await server.ended;
  } finally {
    await dropDatabase(cluster, databaseUrl);
  }
});

describe('a data folder belongs to one process', () => {
  const others: ProgramName[] = ['main', 'demo', 'db-migrate', 'derived-rebuild'];

  test('other processes are refused until it ends, even if it is killed', async () => {
    const first = await folder.serve();
    const words = `La carpeta de datos «${folder.dataDir}» ya está en uso por otro proceso de Caja menor.`;
    for (const ending of others.map((name) => folder.run(name).ended))
      expectRefusal(await ending, words);
    expect(await isReady(first.url)).toBe(true);

    first.child.kill('SIGKILL');
    await first.ended;
    const second = await folder.serve();
    expect(await isReady(second.url)).toBe(true);
  });

  test('a server with another folder and port runs beside it', async () => {
    const beside = openDataFolder();
    try {
      const servers = await Promise.all([folder.serve(), beside.serve()]);
      for (const { url } of servers) expect(await isReady(url)).toBe(true);
      expect(new Set(servers.map(({ url }) => url)).size).toBe(2);
    } finally {
      await beside.close();
    }
  });
});

test('the demonstration, with its public passwords, listens on the loopback address only', async () => {
  const { db, engine, close } = openDatabase({ dataDir: folder.dataDir });
  await migrateToLatest(db, engine);
  // With existing users the demonstration data is not loaded, which would take longer.
  await addCast(db, Date.now());
  await inTransaction(db, (trx) => markDemonstration(trx, { actor: null, now: Date.now() }));
  await close();
  const { url } = await folder.serve('demo', { HOST: '' });
  expect(await isReady(url)).toBe(true);
  // Another loopback address, on which a server that listens on all addresses answers.
  const elsewhere = Object.assign(new URL(url), { hostname: '127.0.0.2' }).href;
  expect(await isRefused(elsewhere)).toBe(true);
});

test('a production start has no users or data of the demonstration', async () => {
  const server = await folder.serve('main', { NODE_ENV: 'production' });
  const outsider = new WebClient(server.url, programToken);
  const demonstration = { email: 'admin@cajamenor.test', password: testPassword };
  expect((await outsider.call('/auth/user', demonstration)).status).toBe(401);
  const byDemoToken = new WebClient(server.url, 'caja-menor');
  expect((await byDemoToken.call('/auth/user', demonstration)).status).toBe(401);
  server.child.kill('SIGTERM');
  await server.ended;

  const { db, close } = openDatabase({ dataDir: folder.dataDir });
  for (const table of [
    'usuarios',
    'tiendas',
    'cajas',
    'gastos',
    'empresas',
    'proveedores',
  ] as const)
    expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([]);
  await close();
});
