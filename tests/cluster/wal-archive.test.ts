/** Metrics of the WAL archive: while it works, while it fails, and after it recovers. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '#server/platform/database/dialects.ts';
import { inSnapshot } from '#server/platform/database/transactions.ts';
import { archive } from '#server/app/watched.repository.ts';
import { createTestDatabase } from '#tests/server/database/database-fixture.ts';
import { findPostgresBinaries } from '#tests/setup/find-postgres.mjs';
import { startPrivatePostgres } from '#tests/setup/private-postgres.mjs';
import { thisMachine } from '#tests/setup/this-machine.mjs';

const SOON = { timeout: 60_000, interval: 50 };

/** Completes a WAL file. */
async function nextFile({ db }: OpenDatabase): Promise<void> {
  await sql`select pg_logical_emit_message(true, 'prueba', '')`.execute(db);
  await sql`select pg_switch_wal()`.execute(db);
}

test('a failing archive reports its failures, duration and waiting files', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'caja-menor-archivo-'));
  // The account of PostgreSQL reads this folder.
  chmodSync(folder, 0o755);
  const broken = join(folder, 'roto');
  const postgres = await startPrivatePostgres(findPostgresBinaries(thisMachine) ?? '', [
    'archive_mode = on',
    `archive_command = 'test ! -e ${broken}'`,
  ]);
  const database = openDatabase({ databaseUrl: postgres.url });
  const seen = () => inSnapshot(database.db, archive);
  try {
    await nextFile(database);
    await expect.poll(seen, SOON).toEqual({ fallas: 0, segundos: 0, pendientes: 0 });

    writeFileSync(broken, '');
    await nextFile(database);
    await expect.poll(async () => (await seen())?.segundos, SOON).toBeGreaterThan(0);
    const before = await seen();
    expect(before?.fallas).toBeGreaterThan(0);
    expect(before?.pendientes).toBeGreaterThan(0);
    await expect
      .poll(async () => (await seen())?.segundos, SOON)
      .toBeGreaterThan(before?.segundos ?? Infinity);

    await sql`create role ajena login`.execute(database.db);
    const url = new URL(postgres.url);
    url.username = 'ajena';
    const other = openDatabase({ databaseUrl: url.href, poolSize: 1 });
    expect(await inSnapshot(other.db, archive)).toMatchObject({ pendientes: null });
    await other.close();

    rmSync(broken);
    // PostgreSQL retries at the latest with the next file.
    await nextFile(database);
    await expect
      .poll(seen, SOON)
      .toEqual({ fallas: expect.any(Number), segundos: 0, pendientes: 0 });
  } finally {
    await database.close();
    await postgres.stop();
    rmSync(folder, { recursive: true });
  }
});

test('without archiving, the metrics are null', async () => {
  const database = await createTestDatabase('postgres');
  expect(await inSnapshot(database.db, archive)).toBeNull();
  await database.drop();
});
