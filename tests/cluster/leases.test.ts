/** What one process does at a time: who has it, who comes next, and that nobody else writes. */
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

test('one has it, renews it, and leaves it', async () => {
  const first = await take('uno');
  expect(first).toEqual({ tarea: 'prueba', titular: 'uno', ficha: 1 });
  expect(await take('dos')).toBeNull();
  expect(await take('uno')).toEqual(first);
  if (first) await inTransaction(database.db, (trx) => releaseLease(trx, first));
  expect(await take('dos')).toMatchObject({ titular: 'dos', ficha: 2 });
});

test('of many that look at once one gets it', async () => {
  const taken = await Promise.all(Array.from({ length: 30 }, (_, index) => take(`p${index}`)));
  expect(taken.filter((lease) => lease !== null)).toHaveLength(1);
});

test('who was paused for longer than its term writes nothing more', async () => {
  const first = await take('uno', 1);
  if (first === null) throw new Error('nobody else was there');
  const paused = underLease(database.db, first);
  await inTransaction(paused, setting('de uno'));
  const second = await vi.waitUntil(() => take('dos'), SOON);
  await expect(inTransaction(paused, setting('de uno, tarde'))).rejects.toThrow(LeaseLostError);
  await inTransaction(underLease(database.db, second), setting('de dos'));
  // Its own handle is as free as ever: the pause costs the work of one process alone.
  await inTransaction(database.db, setting('de una solicitud'));
  expect(await settings()).toEqual(['de dos', 'de una solicitud', 'de uno']);
});

test('who writes at the moment of the change is done first, or not at all', async () => {
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

test('a keeper begins when the one before ends or disappears, and ends when another one has it', async () => {
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
  // Somebody else, whose clock stands still for nobody: the second one did not look for a term.
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
