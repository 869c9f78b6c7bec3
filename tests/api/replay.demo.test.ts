import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadDemoData } from '#server/database/demo-data/load-demo-data.ts';
import { migrateToLatest } from '#server/database/migrations.ts';
import { inTransaction } from '#server/database/transactions.ts';
import { fileSupportStore } from '#server/documents/support-store.ts';
import { boxIds } from '#server/repositories/box-list.repository.ts';
import { auditBox } from '#server/workflow/audit.ts';
import { testEngine } from '#tests/kit/environment.ts';
import { testNow } from '#tests/kit/server.ts';
import { createTestDatabase } from '#tests/server/database/database-fixture.ts';

test('the boxes of the demonstration came about by the law', { timeout: 60_000 }, async () => {
  const database = await createTestDatabase(testEngine());
  const folder = mkdtempSync(join(tmpdir(), 'caja-menor-demo-'));
  try {
    const { db } = database;
    await migrateToLatest(db, database.engine);
    await loadDemoData({ db, supports: fileSupportStore(folder), now: testNow });
    const ids = await inTransaction(db, boxIds);
    expect(ids.length).toBeGreaterThan(10);
    for (const id of ids) expect(await inTransaction(db, (trx) => auditBox(trx, id))).toEqual([]);
  } finally {
    await database.drop();
    rmSync(folder, { recursive: true });
  }
});
