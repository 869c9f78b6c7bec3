/** A dump of PostgreSQL includes the receipt files with their rows. */
import { execFileSync } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { projectRoot } from '#server/platform/config/project-root.ts';
import { printedPage } from '#tests/machine/printed-page.ts';
import { testPassword } from '#tests/kit/people.ts';
import { type DataFolder, openDataFolder, programToken } from '#tests/kit/program.ts';
import { expectReceipts, recordWithReceipt } from '#tests/kit/recorded-receipts.ts';
import { WebClient } from '#tests/kit/web-client.ts';
import { seedWorld, type World } from '#tests/process/company.ts';
import { createTestDatabase, type TestDatabase } from '#tests/server/database/database-fixture.ts';
import { postgresFolders } from '#tests/setup/find-postgres.mjs';
import { thisMachine } from '#tests/setup/this-machine.mjs';

const page = printedPage('managed-postgresql.md');

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

/** Path of a PostgreSQL program. */
const tool = (name: string): string =>
  postgresFolders(thisMachine)
    .map((place) => join(place, name))
    .find((file) => thisMachine.isExecutable(file)) ?? name;

test('a restored dump passes the audit and serves its receipts, by the printed commands', async () => {
  const server = await folder.serve('main', { DATABASE_URL });
  const browser = await signedIn(server.url);
  const soporte = await recordWithReceipt(browser, world, 'uno');
  const elsewhere = openDataFolder();
  const name = `caja_menor_nueva_${process.pid}`;
  const url = new URL(DATABASE_URL);
  url.pathname = name;
  const backup = { '/respaldos/2026-06-17': join(folder.dataDir, 'respaldo') };
  const places = {
    ...backup,
    '/var/lib/caja-menor': folder.dataDir,
    '/opt/caja-menor': projectRoot,
    caja_menor_nueva: name,
  };
  const PATH = [dirname(tool('pg_dump')), process.env.PATH].join(delimiter);
  const env = { PATH, DATABASE_URL, NUEVA_URL: `${url}`, NUEVA_DATA_DIR: elsewhere.dataDir };
  try {
    page.run('create extension', env, {});
    page.run('pg_dump', env, backup);
    const restored = page.run('pg_restore', env, places);
    expect(restored).toContain('Archivos: 1.');
    expect(restored).toContain('Diferencias: 0.\nCabeza del registro: ');
    expect(page.unused()).toEqual([]);
    const other = await elsewhere.serve('main', { DATABASE_URL: `${url}` });
    browser.url = other.url;
    await expectReceipts(browser, new Map([['uno', soporte]]));
  } finally {
    await elsewhere.close();
    execFileSync(tool('psql'), [
      DATABASE_URL,
      '-c',
      `drop database if exists ${name} with (force)`,
    ]);
  }
});
