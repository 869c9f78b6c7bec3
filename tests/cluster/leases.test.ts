/** Leases: one process at a time holds a task, and only the holder writes. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  type Lease,
  LeaseLostError,
  keepLease,
  releaseLease,
  takeLease,
  underLease,
} from '#server/platform/database/lease-keeper.ts';
import { inTransaction, type Trx } from '#server/platform/database/transactions.ts';
import {
  createMigratedDatabase,
  type TestDatabase,
} from '#tests/server/database/database-fixture.ts';

/** Milliseconds. */
const LONG = 60_000;
const SOON = { timeout: 20_000, interval: 10 };

let database: TestDatabase;
beforeEach(async () => {
  database = await createMigratedDatabase('postgres');
});
afterEach(() => database.drop());

const take = (titular: string, term = LONG): Promise<Lease | null> =>
  inTransaction(database.db, (trx) => takeLease(trx, 'prueba', titular, term));

const setting = (value: string) => (trx: Trx) =>
  trx.insertInto('config').values({ field_name: value, field_content: value }).execute();

const settings = async (): Promise<string[]> =>
  (
    await database.db
      .selectFrom('config')
      .select('field_name')
      .where('field_name', 'like', 'de %')
      .orderBy('field_name')
      .execute()
  ).map(({ field_name }) => field_name);

test('a lease has one holder, who renews and releases it', async () => {
  const first = await take('uno');
  expect(first).toEqual({ tarea: 'prueba', titular: 'uno', ficha: 1 });
  expect(await take('dos')).toBeNull();
  expect(await take('uno')).toEqual(first);
  if (first) await inTransaction(database.db, (trx) => releaseLease(trx, first));
  expect(await take('dos')).toMatchObject({ titular: 'dos', ficha: 2 });
});

test('only one of many simultaneous processes gets a lease', async () => {
  const taken = await Promise.all(Array.from({ length: 30 }, (_, index) => take(`p${index}`)));
  expect(taken.filter((lease) => lease !== null)).toHaveLength(1);
});

test('a holder that was paused beyond its term can no longer write', async () => {
  const first = await take('uno', 1);
  if (first === null) throw new Error('nobody else was there');
  const paused = underLease(database.db, first);
  await inTransaction(paused, setting('de uno'));
  const second = await vi.waitUntil(() => take('dos'), SOON);
  await expect(inTransaction(paused, setting('de uno, tarde'))).rejects.toThrow(LeaseLostError);
  await inTransaction(underLease(database.db, second), setting('de dos'));
  // Outside the lease the database still accepts writes.
  await inTransaction(database.db, setting('de una solicitud'));
  expect(await settings()).toEqual(['de dos', 'de una solicitud', 'de uno']);
});

test('a transaction during which the lease is lost is rolled back', async () => {
  const first = await take('uno', 1);
  if (first === null) throw new Error('nobody else was there');
  let second: Promise<Lease | null> | null = null;
  const late = inTransaction(underLease(database.db, first), async (trx) => {
    await setting('de uno')(trx);
    second = vi.waitUntil(() => take('dos'), SOON);
    await second;
  });
  await expect(late).rejects.toThrow(LeaseLostError);
  expect(await settings()).toEqual([]);
});

test('a keeper begins when the lease is released or expires, and ends when it is lost', async () => {
  const log = { info: vi.fn(), warn: vi.fn() };
  const worked: string[] = [];
  const keep = (name: string, term: number) =>
    keepLease({
      database,
      log,
      task: 'prueba',
      term,
      begin: async () => {
        worked.push(`${name} begins`);
        return async () => void worked.push(`${name} ends`);
      },
    });
  const endFirst = await keep('first', 200);
  const endSecond = await keep('second', 200);
  expect(worked).toEqual(['first begins']);
  await endFirst();
  await vi.waitUntil(() => worked.length === 3, SOON);
  expect(worked).toEqual(['first begins', 'first ends', 'second begins']);
  // Another process has taken the lease, as if the second keeper had missed its term.
  await database.db
    .updateTable('arriendo')
    .set({ titular: 'otro', ficha: 9, hasta: Date.now() + LONG })
    .execute();
  await vi.waitUntil(() => worked.length === 4, SOON);
  expect(worked.at(-1)).toBe('second ends');
  await database.db.updateTable('arriendo').set({ hasta: 0 }).execute();
  await vi.waitUntil(() => worked.length === 5, SOON);
  await endSecond();
  expect(worked.slice(4)).toEqual(['second begins', 'second ends']);
});
