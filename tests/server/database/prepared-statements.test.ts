/** Statements that PostgreSQL keeps prepared for each connection: under one name a text, few, and never stale. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/platform/database/dialects.ts';
import type { Trx } from '#server/platform/database/transactions.ts';
import {
  inSnapshot,
  inTransaction,
  withoutTransaction,
} from '#server/platform/database/transactions.ts';
import { createTestDatabase, engines, type TestDatabase } from './database-fixture.ts';

/** PostgreSQL, if the run has one. */
const postgres = engines.filter((engine) => engine === 'postgres');

describe.each(postgres)('on %s', (engine) => {
  let created: TestDatabase;
  beforeAll(async () => {
    created = await createTestDatabase(engine);
    await sql`create table cosa (id integer)`.execute(created.db);
    await sql`insert into cosa values (1), (2)`.execute(created.db);
  });
  afterAll(() => created.drop());

  /** A database of its own connections. */
  const opened = (prepares: boolean, poolSize = 1) => {
    const { options } = created;
    if (!('databaseUrl' in options)) throw new Error('not on PostgreSQL');
    return openDatabase({ ...options, poolSize, prepares });
  };
  const things = (trx: Trx) => sql`select * from cosa order by id`.execute(trx);
  /** Texts that the only connection keeps, as PostgreSQL says. */
  const kept = async (trx: Trx) => {
    const { rows } = await sql<{ statement: string }>`
      select statement from pg_prepared_statements`.execute(trx);
    return rows.map(({ statement }) => statement);
  };

  test('a text is kept from the second time on, when the setting allows it', async () => {
    for (const prepares of [true, false]) {
      const { db, close } = opened(prepares);
      await withoutTransaction(db, things);
      const text = 'select * from cosa order by id';
      expect(await withoutTransaction(db, kept)).not.toContain(text);
      await withoutTransaction(db, things);
      expect((await withoutTransaction(db, kept)).includes(text)).toBe(prepares);
      await close();
    }
  });

  test.each([
    ['one statement', 'first', withoutTransaction],
    ['a snapshot', 'second', inSnapshot],
    ['a transaction', 'third', inTransaction],
  ] as const)('%s reads a table that got a column since', async (_, column, reads) => {
    const { db, close } = opened(true, 3);
    const all = () => Promise.all([1, 2, 3].map(() => reads(db, things)));
    // Each connection prepares it.
    for (let time = 0; time < 5; time += 1) await all();
    await sql`alter table cosa add column ${sql.ref(column)} integer default 7`.execute(created.db);
    for (const { rows } of await all())
      expect(rows).toContainEqual(expect.objectContaining({ [column]: 7 }));
    await close();
  });

  test('a connection keeps a bounded number of texts', async () => {
    const { db, close } = opened(true);
    for (let length = 1; length <= 600; length += 1)
      for (let time = 0; time < 2; time += 1)
        await withoutTransaction(db, (trx) => sql.raw(`select ${length}`).execute(trx));
    const texts = await withoutTransaction(db, kept);
    expect(texts.length).toBeLessThanOrEqual(500);
    expect(texts).toContain('select 600');
    await close();
  });
});
