/** A commit that no standby confirmed does not count as stored. */
import { expect, test } from 'vitest';
import { openDatabase } from '#server/platform/database/dialects.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { sql } from 'kysely';
import { findPostgresBinaries } from '#tests/setup/find-postgres.mjs';
import { startPrivatePostgres } from '#tests/setup/private-postgres.mjs';
import { thisMachine } from '#tests/setup/this-machine.mjs';

test('a commit fails when PostgreSQL stops waiting for its standby', async () => {
  const { url, stop } = await startPrivatePostgres(findPostgresBinaries(thisMachine) ?? '');
  const own = new URL(url);
  own.searchParams.set('options', '-c synchronous_commit=on');
  const { db, close } = openDatabase({ databaseUrl: own.href, timeouts: { answer: null } });
  const add = (value: number) =>
    inTransaction(db, (trx) => sql`insert into prueba values (${sql.lit(value)})`.execute(trx));
  try {
    await sql`create table prueba (valor integer)`.execute(db);
    await expect(add(1)).resolves.toBeDefined();
    await sql`alter system set synchronous_standby_names = 'nadie'`.execute(db);
    await sql`select pg_reload_conf()`.execute(db);
    await expect
      .poll(async () => (await sql`show synchronous_standby_names`.execute(db)).rows)
      .toEqual([{ synchronous_standby_names: 'nadie' }]);
    const waiting = add(2).catch((error: unknown) => error);
    const cancelled = sql<{ done: boolean }>`select pg_cancel_backend(pid) as done
      from pg_stat_activity where wait_event = 'SyncRep'`;
    await expect.poll(async () => (await cancelled.execute(db)).rows).toEqual([{ done: true }]);
    expect(await waiting).toMatchObject({ code: 'ETIMEDOUT' });
    await sql`alter system set synchronous_standby_names = ''`.execute(db);
    await sql`select pg_reload_conf()`.execute(db);
    await expect.poll(() => add(3).then(() => 'stored', String)).toBe('stored');
  } finally {
    await close();
    await stop();
  }
});
