/**
 * Statements of the embedded database are prepared once, whatever they compare, as `sqlite_stmt` counts. Their native
 * memory is released.
 */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrateToLatest } from '#server/platform/database/migrations.ts';
import { createTestDatabase } from './database-fixture.ts';

const TIMES = 5;

/** A partial index: its table and its definition. */
interface PartialIndex {
  tbl_name: string;
  sql: string;
}

/** Columns that a condition compares with a constant. */
const comparedIn = (condition: string): string[] =>
  [...condition.matchAll(/(\w+) (?:=|<>) (?:\d+|'')/g)].flatMap(([, column]) => column ?? []);

test('a statement that compares a column of a partial index is prepared once', async () => {
  const { db, engine, drop } = await createTestDatabase('sqlite');
  try {
    await migrateToLatest(db, engine);
    const { rows: indexes } = await sql<PartialIndex>`
      select tbl_name, sql from sqlite_master where type = 'index' and sql like '% where %'`.execute(
      db,
    );
    const compared = indexes.flatMap(({ tbl_name, sql: text }) =>
      comparedIn(text.slice(text.indexOf(' where '))).map((column) => ({ tbl_name, column })),
    );
    expect(compared).toContainEqual({ tbl_name: 'cajas', column: 'active' });
    for (const { tbl_name, column } of compared)
      for (let time = 0; time < TIMES; time += 1)
        await db
          .selectFrom(tbl_name as 'cajas')
          .select(sql`1`.as('uno'))
          .where(column as 'active', '=', 1)
          .execute();
    const { rows } = await sql<{ sql: string; run: number; reprep: number }>`
      select sql, run, reprep from sqlite_stmt where run >= ${TIMES} and sql like 'select 1 as "uno" from%'`.execute(
      db,
    );
    expect(rows.length).toBeGreaterThan(2);
    expect(rows.filter(({ reprep }) => reprep > 0)).toEqual([]);
  } finally {
    await drop();
  }
});

test('the event loop turns between many statements, which releases driver memory', async () => {
  const { db, drop } = await createTestDatabase('sqlite');
  try {
    let turns = 0;
    const count = () => {
      turns += 1;
      turn = setImmediate(count);
    };
    let turn = setImmediate(count);
    for (let time = 0; time < 5_000; time += 1) await sql`select 1`.execute(db);
    clearImmediate(turn);
    expect(turns).toBeGreaterThanOrEqual(4);
  } finally {
    await drop();
  }
});
