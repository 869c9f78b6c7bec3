import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startCheckpoints } from '#server/operate/housekeeping.ts';
import { databaseFile } from '#server/platform/database/dialects.ts';
import { type LibsqlDatabase, openFile } from '#server/platform/database/sqlite-dialect.ts';
import { checkpointIn } from '#server/app/reads.ts';

const MEGABYTE = 1024 * 1024;

let dataDir: string;
let database: LibsqlDatabase;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'caja-menor-'));
  database = openFile(databaseFile(dataDir));
  database.prepare('create table papeles (texto text)').run([]);
});
afterAll(() => {
  database.close();
  rmSync(dataDir, { recursive: true });
});

const write = (megabytes: number): void => {
  const row = database.prepare('insert into papeles values (?)');
  for (let count = 0; count < megabytes; count += 1) row.run(['x'.repeat(MEGABYTE)]);
};

const logBytes = (): number => statSync(`${databaseFile(dataDir)}-wal`).size;

test('the WAL of the embedded database is checkpointed beside the writer, and restarts', async () => {
  const end = startCheckpoints({
    database: { dataDir },
    checkpoint: checkpointIn,
    log: { warn: (...said: unknown[]) => expect(said).toBeNull() },
  });
  write(12);
  expect(logBytes()).toBeGreaterThan(12 * MEGABYTE);
  await vi.waitFor(
    () => {
      write(1);
      expect(logBytes()).toBeLessThan(5 * MEGABYTE);
    },
    { timeout: 20_000, interval: 500 },
  );
  await end();
  expect(database.prepare('select count(*) as filas from papeles').all([])).not.toEqual([]);
});
