/** Rows of version 3 of the rules, with debts of boxes that count as paid, after the migrations that follow. */
import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { auditStore } from '#server/operate/audit/audit-rows.ts';
import type { Engine } from '#server/platform/database/dialects.ts';
import { migrateToLatest } from '#server/platform/database/migrations.ts';
import { baseline } from '#server/platform/database/migrations/0001-baseline.ts';
import { payments } from '#server/platform/database/migrations/0002-payments.ts';
import { cases } from '#server/platform/database/migrations/0003-cases.ts';
import type { FrozenTables } from '#server/platform/database/migrations/ddl-words.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inSnapshot } from '#server/platform/database/transactions.ts';
import { rowsOfVersion3 } from '#tests/kit/earlier-logs.ts';
import { createTestDatabase, engines, type TestDatabase } from './database-fixture.ts';

/** The schema of the program that wrote the rows. */
async function migrateToThird(db: Kysely<Database>, engine: Engine): Promise<void> {
  const third: Record<string, Migration> = {
    '0001-baseline': { up: (trx: Kysely<FrozenTables>) => baseline(trx, engine) },
    '0002-payments': { up: (trx: Kysely<FrozenTables>) => payments(trx, engine) },
    '0003-cases': { up: (trx: Kysely<FrozenTables>) => cases(trx, engine) },
  };
  const provider = { getMigrations: async () => third };
  const schema = engine === 'postgres' ? { migrationTableSchema: 'public' } : {};
  const { error } = await new Migrator({ db, provider, ...schema }).migrateToLatest();
  expect(error).toBeUndefined();
}

async function insertRows(db: Kysely<Database>): Promise<void> {
  for (const [table, row] of rowsOfVersion3()) {
    const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)));
    await sql`insert into ${sql.table(table)} (${columns})
      values (${sql.join(Object.values(row))})`.execute(db);
  }
}

describe.each(engines)('rows of version 3 on %s', (engine) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase(engine);
    await migrateToThird(database.db, engine);
    await insertRows(database.db);
    await migrateToLatest(database.db, engine);
  });
  afterEach(() => database.drop());

  test('agree with their logs, and owe only what a followed box was not granted', async () => {
    const { db } = database;
    const said: string[] = [];
    for (const id of [3, 4, 5, 6, 7])
      said.push(...(await inSnapshot(db, (trx) => auditStore(trx, id))).differences);
    expect(said).toEqual([]);
    const { rows } = await sql<{ id_tienda: number; debe: number }>`select id_tienda,
      sum(a_cargo) as debe from cajas group by id_tienda order by id_tienda`.execute(db);
    expect(rows.map(({ id_tienda, debe }) => [id_tienda, Number(debe)])).toEqual([
      [3, 0],
      [4, 0],
      [5, 80_000_00],
      [6, 0],
      [7, 0],
    ]);
  });

  test('name who was in charge when the box was sent, and nobody of an open box', async () => {
    const { rows } = await sql<{ id_tienda: number; active: number; id_responsable: number }>`select
      id_tienda, active, id_responsable from cajas order by id`.execute(database.db);
    // User 9 was in charge of store 5 only after the send.
    expect(rows.map(({ active, id_responsable }) => [active, id_responsable])).toEqual(
      rows.map(({ active }) => [active, active === 0 ? null : 2]),
    );
  });
});
