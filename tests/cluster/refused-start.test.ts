/** A start that is refused says why, and nothing else: nobody was answered, and nothing was looked at, until then. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DataFolder, openDataFolder } from '#tests/kit/program.ts';
import { createTestDatabase, type TestDatabase } from '#tests/server/database/database-fixture.ts';

let database: TestDatabase;
let folder: DataFolder;
beforeAll(async () => {
  database = await createTestDatabase('postgres');
  folder = openDataFolder();
});
afterAll(async () => {
  await folder.close();
  await database.drop();
});

test('a key that is none, beside a standby', async () => {
  if (!('databaseUrl' in database.options)) throw new Error('it is not PostgreSQL');
  const { databaseUrl } = database.options;
  const file = join(folder.dataDir, 'clave.pem');
  writeFileSync(file, 'ninguna');
  const environment = { DATABASE_URL: databaseUrl, DATABASE_READ_URL: databaseUrl };
  const ending = await folder.run('main', { ...environment, LOG_KEY_FILE: file }).ended;
  const errors = `«${file}» no es una clave Ed25519 en PEM. Revise LOG_KEY_FILE.\n`;
  expect(ending).toEqual({ code: 1, output: '', errors });
});
