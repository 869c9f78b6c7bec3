/** Statements of a transaction on PostgreSQL for whose answer nobody waits. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inSnapshot, inTransaction, type Trx } from '#server/platform/database/transactions.ts';
import { lockName, withAdvisoryLock } from '#server/platform/database/row-lock.ts';
import { sentBy } from '#tests/kit/sent-statements.ts';
import { createTestDatabase, engines, type TestDatabase } from './database-fixture.ts';

/** PostgreSQL, if the run has one. */
const postgres = engines.filter((engine) => engine === 'postgres');

describe.each(postgres)('on %s', (engine) => {
  let created: TestDatabase;
  beforeAll(async () => {
    created = await createTestDatabase(engine);
    await sql`create table cosa (id integer primary key)`.execute(created.db);
  });
  beforeEach(async () => {
    await sql`delete from cosa`.execute(created.db);
  });
  afterAll(() => created.drop());

  const add = (trx: Trx, id: number) => sql`insert into cosa values (${id})`.execute(trx);
  const things = async (trx: Trx) => {
    const { rows } = await sql<{ id: number }>`select id from cosa order by id`.execute(trx);
    return rows.map(({ id }) => id);
  };
  const stored = () => things(created.db as Trx);

  test('writes wait together, with the commit or the next read', async () => {
    const sent = await sentBy(() =>
      inTransaction(created.db, async (trx) => {
        await add(trx, 1);
        await add(trx, 2);
        expect(await things(trx)).toEqual([1, 2]);
        await add(trx, 3);
      }),
    );
    expect(sent).toMatchObject({ texts: { length: 5 }, waits: 2 });
    expect(await stored()).toEqual([1, 2, 3]);
  });

  test('a lock on names waits together with the next read', async () => {
    const sent = await sentBy(() =>
      inTransaction(created.db, async (trx) => {
        await lockName(trx, 'cosa');
        expect(await things(trx)).toEqual([]);
      }),
    );
    expect(sent).toMatchObject({ texts: { length: 3 }, waits: 2 });
  });

  test('work under an advisory lock begins when its holder ends', async () => {
    const order: string[] = [];
    const waiting = sql<{ cuantos: number }>`select count(*) as cuantos from pg_stat_activity
      where datname = current_database() and wait_event = 'advisory'`;
    const started = await inTransaction(created.db, async (trx) => {
      await lockName(trx, 'cosa');
      await things(trx);
      const work = withAdvisoryLock(created.db, 'cosa', async () => order.push('work'));
      await expect
        .poll(async () => (await waiting.execute(created.db)).rows)
        .toEqual([{ cuantos: 1 }]);
      order.push('held');
      return { work };
    });
    await started.work;
    expect(order).toEqual(['held', 'work']);
  });

  test.each([
    ['the commit', async () => undefined],
    ['the next write', (trx: Trx) => add(trx, 2)],
    ['the next read', things],
  ] as const)('a failed write fails %s with its own error, and undoes all', async (_, after) => {
    const work = inTransaction(created.db, async (trx) => {
      await add(trx, 1);
      await add(trx, 1);
      await after(trx);
    });
    await expect(work).rejects.toMatchObject({ code: '23505' });
    expect(await stored()).toEqual([]);
  });

  test('a refusal after a failed write stays the refusal', async () => {
    const work = inTransaction(created.db, async (trx) => {
      await add(trx, 1);
      await add(trx, 1);
      throw new RangeError('refused');
    });
    await expect(work).rejects.toThrow('refused');
    expect(await stored()).toEqual([]);
  });

  test('a write that returns rows, and one outside a transaction, are waited for', async () => {
    const removed = await inTransaction(created.db, async (trx) => {
      await add(trx, 1);
      return (await sql`delete from cosa returning id`.execute(trx)).rows;
    });
    expect(removed).toEqual([{ id: 1 }]);
    await add(created.db as Trx, 1);
    await expect(add(created.db as Trx, 1)).rejects.toMatchObject({ code: '23505' });
  });

  test('an import of many rows waits for the server from time to time', async () => {
    const { waits } = await sentBy(() =>
      inTransaction(created.db, async (trx) => {
        for (let id = 1; id <= 100; id += 1) await add(trx, id);
      }),
    );
    expect(waits).toBeGreaterThanOrEqual(4);
    expect(await stored()).toHaveLength(100);
  });

  test('a snapshot whose connection serves the next transaction at once stays apart', async () => {
    for (let id = 1; id <= 20; id += 1) {
      const seen = await inSnapshot(created.db, things);
      await inTransaction(created.db, (trx) => add(trx, id));
      expect(seen).toHaveLength(id - 1);
    }
  });
});
