/** A migration beside a release that serves: it waits for a table, and nobody waits behind it. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrateTo, migrateToLatest, migrationsAreDone } from '#server/database/migrations.ts';
import { createTestDatabase } from '#tests/server/database/database-fixture.ts';

/** The next migrations add columns to `gastos`. */
const BEFORE = '0026-invoices-to-choose';

test('a migration that has to wait for a table lets the others through meanwhile', async () => {
  const database = await createTestDatabase('postgres');
  const { db } = database;
  try {
    await migrateTo(db, 'postgres', BEFORE);
    const refusals = sql<{ count: number }>`select count(*)::integer as count from pg_locks
      where not granted and mode = 'AccessExclusiveLock' and relation = 'gastos'::regclass`;
    const waiting = async () => (await refusals.execute(db)).rows[0]?.count;
    let migrating = Promise.resolve();
    await db.transaction().execute(async (report) => {
      await report.selectFrom('gastos').select('id').execute();
      migrating = migrateToLatest(db, 'postgres');
      // Twice: it gives up and comes back.
      for (let time = 1; time <= 2; time += 1) {
        await expect.poll(waiting, { interval: 10, timeout: 20_000 }).toBe(1);
        await db.selectFrom('gastos').select('id').execute();
        await expect.poll(waiting, { interval: 10, timeout: 20_000 }).toBe(0);
      }
      expect(await migrationsAreDone(db)).toBe(false);
    });
    await migrating;
    expect(await migrationsAreDone(db)).toBe(true);
  } finally {
    await database.drop();
  }
});
