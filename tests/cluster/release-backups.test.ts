/** Backups of released versions on PostgreSQL: `tests/releases`. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/platform/database/dialects.ts';
import { rowsOf } from '#server/platform/database/queries.ts';
import { inSnapshot, type Trx } from '#server/platform/database/transactions.ts';
import { type DataFolder, openDataFolder } from '#tests/kit/program.ts';
import {
  closedCases,
  dumpOf,
  namedReceipts,
  releaseFolder,
  storedSums,
  storedVersions,
  sumsOf,
} from '#tests/kit/release-backups.ts';
import { createDatabase, dropDatabase } from '#tests/server/database/database-fixture.ts';

const cluster = process.env.TEST_DATABASE_URL ?? '';

let folder: DataFolder;
let url: string;
beforeEach(async () => {
  folder = openDataFolder();
  url = await createDatabase(cluster);
});
afterEach(async () => {
  await folder.close();
  await dropDatabase(cluster, url);
});

async function load(statements: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statements).finally(() => client.end());
}

/** Digests of the stored files, computed by PostgreSQL from their pieces. */
async function storedFiles(trx: Trx): Promise<string[]> {
  const pieces = await rowsOf(
    trx,
    sql<{ sha256: string; digest: string }>`select sha256,
        encode(sha256(string_agg(contenido, '' order by numero)), 'hex') as digest
      from archivo_trozo group by sha256 order by sha256`,
  );
  return pieces.map(({ digest }) => digest);
}

/** Loads the dump of a version. The signing key is not in it, but its public key beside it. */
async function loadVersion(version: string): Promise<void> {
  await load(dumpOf(version));
  const keys = 'claves-publicas.txt';
  copyFileSync(join(releaseFolder(version), keys), join(folder.dataDir, keys));
}

const run = (name: 'db-migrate' | 'audit-verify') =>
  folder.run(name, { API_TOKEN: '', DATABASE_URL: url }).ended;

test('what a version before counted by another rule is counted again', async () => {
  await loadVersion('1.3.0');
  await load('update caso_cerrado set decisiones = 99');
  expect(await run('db-migrate')).toMatchObject({ code: 0, errors: '' });
  expect(await run('audit-verify')).toMatchObject({ code: 0, errors: '' });
});

describe.each(storedVersions)('the dump of %s', (version) => {
  test('is migrated and audited clean, with all rows and receipts', async () => {
    await loadVersion(version);
    expect(await run('db-migrate')).toMatchObject({ code: 0, errors: '' });
    const sums = sumsOf[version];
    const audited = await run('audit-verify');
    expect(audited.output).toContain(`Cajas revisadas: ${sums?.cajas}. `);
    const { db, close } = openDatabase({ databaseUrl: url });
    const found = await inSnapshot(db, async (trx) => ({
      sums: await storedSums(trx),
      cases: await closedCases(trx),
      receipts: await namedReceipts(trx),
      files: await storedFiles(trx),
    })).finally(close);
    expect(found.sums).toEqual(sums);
    expect(found.cases).toBe(sums?.cerradas);
    expect(found.files).toEqual(found.receipts);
    expect(audited).toMatchObject({ code: 0, errors: '' });
  });
});
