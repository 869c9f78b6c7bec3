/** A dump of PostgreSQL includes the receipt files with their rows. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testPassword } from '#tests/kit/people.ts';
import { type DataFolder, openDataFolder, programToken } from '#tests/kit/program.ts';
import { expectReceipts, recordWithReceipt } from '#tests/kit/recorded-receipts.ts';
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

/** Path of a PostgreSQL program. */
const tool = (name: string): string =>
  postgresFolders(thisMachine)
    .map((place) => join(place, name))
    .find((file) => thisMachine.isExecutable(file)) ?? name;

test('a restored dump passes the audit and serves its receipts', async () => {
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
    // A dump does not contain the signing key.
    const LOG_KEY_FILE = join(folder.dataDir, 'registro.key');
    const environment = { DATABASE_URL: url, API_TOKEN: '', LOG_KEY_FILE };
    const audited = await elsewhere.run('audit-verify', environment).ended;
    expect(audited.output).toContain('Archivos: 1.');
    expect(audited.output).toContain('Diferencias: 0.\nCabeza del registro: ');
    const other = await elsewhere.serve('main', { DATABASE_URL: url });
    browser.url = other.url;
    await expectReceipts(browser, new Map([['uno', soporte]]));
  } finally {
    await elsewhere.close();
    await restored.drop();
  }
});
