/** Receipt files in PostgreSQL: moved there and back while people work, and whole in a dump. */
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { moveReceipts } from '#server/operate/backup/move-receipts.ts';
import { receiptPlacesOf } from '#server/platform/files/database-receipt-store.ts';
import { sha256Of } from '#server/platform/files/sha256.ts';
import { testPassword } from '#tests/kit/people.ts';
import { type DataFolder, openDataFolder, programToken } from '#tests/kit/program.ts';
import { expectReceipts, receiptOf, recordWithReceipt } from '#tests/kit/recorded-receipts.ts';
import { WebClient } from '#tests/kit/web-client.ts';
import { seedWorld, type World } from '#tests/process/company.ts';
import { createTestDatabase, type TestDatabase } from '#tests/server/database/database-fixture.ts';
import { postgresFolders } from '#tests/setup/find-postgres.mjs';
import { thisMachine } from '#tests/setup/this-machine.mjs';

let database: TestDatabase;
let folder: DataFolder;
let world: World;
let DATABASE_URL: string;
beforeEach(async () => {
  database = await createTestDatabase('postgres');
  DATABASE_URL = urlOf(database);
  folder = openDataFolder();
  world = await seedWorld(folder, { databaseUrl: DATABASE_URL, stores: 1 });
});
afterEach(async () => {
  await folder.close();
  await database.drop();
});

const urlOf = ({ options }: TestDatabase): string =>
  'databaseUrl' in options ? options.databaseUrl : '';

async function signedIn(url: string): Promise<WebClient> {
  const browser = new WebClient(url, programToken);
  await browser.signIn({ email: world.people[2].email, password: testPassword });
  return browser;
}

/** Files of any kind in the data folder of the server. */
const filesOnDisk = (): string[] => {
  const root = join(folder.dataDir, 'soportes');
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(root, name)).isFile(),
  );
};

const run = (name: 'supports-move' | 'audit-verify', ...args: string[]) =>
  folder.run(name, { DATABASE_URL, API_TOKEN: '' }, [], args).ended;

/** A program of PostgreSQL. */
const tool = (name: string): string =>
  postgresFolders(thisMachine)
    .map((place) => join(place, name))
    .find((file) => thisMachine.isExecutable(file)) ?? name;

const clean = { code: 0, errors: '' };

test('files move into the database and back, and each is read wherever it is', async () => {
  const before = await folder.serve('main', { DATABASE_URL, SUPPORTS: 'folder' });
  const names = ['uno', 'dos', 'tres'];
  const first = await signedIn(before.url);
  const soportes = new Map<string, string>();
  for (const name of names) soportes.set(name, await recordWithReceipt(first, world, name));
  expect(filesOnDisk()).toHaveLength(3);
  before.child.kill('SIGTERM');
  await before.ended;

  const after = await folder.serve('main', { DATABASE_URL });
  first.url = after.url;
  soportes.set('cuatro', await recordWithReceipt(first, world, 'cuatro'));
  expect(filesOnDisk(), 'a new file is in the database').toHaveLength(3);
  const readAll = () => expectReceipts(first, soportes);
  await readAll();
  const sha256 = sha256Of(receiptOf('dos'));
  const rotten = join(folder.dataDir, 'soportes', sha256.slice(0, 2), sha256);
  writeFileSync(rotten, 'otra cosa');
  const one = await run('supports-move', 'database');
  expect(one).toMatchObject({ code: 1, output: expect.stringContaining('comprobados: 2.') });
  expect(one.output).toContain(`Falta el archivo ${sha256}, o tiene otro contenido.`);
  writeFileSync(rotten, receiptOf('dos'));
  const two = await run('supports-move', 'database');
  expect(two).toMatchObject({ ...clean, output: expect.stringContaining('comprobados: 1.') });
  expect(filesOnDisk()).toEqual([]);
  await readAll();
  const audited = await run('audit-verify');
  expect(audited).toMatchObject({ code: 0, output: expect.stringContaining('Archivos: 4.') });

  const back = await run('supports-move', 'folder');
  expect(back).toMatchObject({ ...clean, output: expect.stringContaining('comprobados: 4.') });
  expect(await database.db.selectFrom('archivo').selectAll().execute()).toEqual([]);
  expect(filesOnDisk()).toHaveLength(4);
  await readAll();
});

test('a move that was cut off before it removed anything goes on', async () => {
  const server = await folder.serve('main', { DATABASE_URL, SUPPORTS: 'folder' });
  const browser = await signedIn(server.url);
  for (const name of ['uno', 'dos']) await recordWithReceipt(browser, world, name);
  const { db } = database;
  const places = receiptPlacesOf(folder, db);
  const cut = { ...places.folder, remove: () => Promise.reject(new Error('cut off')) };
  await expect(moveReceipts(db, cut, places.database)).rejects.toThrow('cut off');
  expect(filesOnDisk()).toHaveLength(2);
  expect(await moveReceipts(db, places.folder, places.database)).toEqual({ moved: 2, bad: [] });
  expect(filesOnDisk()).toEqual([]);
});

test('a dump is the whole installation', async () => {
  const server = await folder.serve('main', { DATABASE_URL });
  const browser = await signedIn(server.url);
  const soporte = await recordWithReceipt(browser, world, 'uno');
  const restored = await createTestDatabase('postgres');
  const elsewhere = openDataFolder();
  try {
    const dump = join(folder.dataDir, 'caja-menor.dump');
    execFileSync(tool('pg_dump'), ['--format=custom', `--file=${dump}`, DATABASE_URL]);
    const url = urlOf(restored);
    const options = ['--exit-on-error', '--no-owner', `--dbname=${url}`, dump];
    execFileSync(tool('pg_restore'), options);
    // The key of the signatures is in no dump.
    const LOG_KEY_FILE = join(folder.dataDir, 'registro.key');
    const environment = { DATABASE_URL: url, API_TOKEN: '', LOG_KEY_FILE };
    const audited = await elsewhere.run('audit-verify', environment).ended;
    expect(audited.output).toContain('Archivos: 1.');
    expect(audited.output).toContain('Diferencias: 0.');
    const other = await elsewhere.serve('main', { DATABASE_URL: url });
    browser.url = other.url;
    await expectReceipts(browser, new Map([['uno', soporte]]));
  } finally {
    await elsewhere.close();
    await restored.drop();
  }
});
