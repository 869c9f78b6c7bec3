import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { auditEverything } from '#server/audit/audit-everything.ts';
import { loadDemoData } from '#server/demonstration/load-demo-data.ts';
import { supportStoreOf } from '#server/documents/database-support-store.ts';
import { testEngine } from '#tests/kit/environment.ts';
import { testNow } from '#tests/kit/server.ts';
import { createMigratedDatabase } from '#tests/server/database/database-fixture.ts';

test('the boxes of the demonstration came about by the law', { timeout: 120_000 }, async () => {
  const database = await createMigratedDatabase(testEngine());
  const folder = mkdtempSync(join(tmpdir(), 'caja-menor-demo-'));
  try {
    const { db } = database;
    const supports = supportStoreOf({ dataDir: folder, supports: 'database' }, database);
    await loadDemoData({ db, supports, now: testNow });
    const said: string[] = [];
    const audited = await auditEverything({ db, supports }, (line) => said.push(line));
    expect(said).toEqual([]);
    expect(audited.boxes).toBeGreaterThan(10);
    expect(audited.files).toBeGreaterThan(10);
  } finally {
    await database.drop();
    rmSync(folder, { recursive: true });
  }
});
