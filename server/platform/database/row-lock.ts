import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from './schema.ts';
import { type Trx, onPostgres } from './transactions.ts';

/**
 * Locks the rows of a query until the transaction ends: `query.$call(locked(trx))`. SQLite needs no row
 * locks: its write transactions begin immediate, so there is only one at a time.
 *
 * @param of the table whose rows are locked, in a query over several tables
 */
export const locked =
  (trx: Trx, of?: keyof Database & string) =>
  <Tables extends keyof Database, Output>(
    query: SelectQueryBuilder<Database, Tables, Output>,
  ): SelectQueryBuilder<Database, Tables, Output> =>
    onPostgres(trx) ? query.forUpdate(of as (Tables & string) | undefined) : query;

/**
 * Locks the rows of a query, on PostgreSQL, before the next statement of the transaction, which sees what those that it
 * waited for have committed: its sums too, which a query that locks reads before it waits.
 */
export async function lockOnly<Tables extends keyof Database>(
  trx: Trx,
  query: SelectQueryBuilder<Database, Tables, object>,
  of?: Tables & string,
): Promise<void> {
  if (onPostgres(trx)) await query.select(sql.lit(null).as('nada')).forUpdate(of).execute();
}

/**
 * Advisory locks on names, taken in the given order until the transaction ends: an expression to add to the columns of
 * a select. Null when there is nothing to lock, and on SQLite.
 */
export const nameLocks = (trx: Trx, names: readonly string[]): RawBuilder<unknown> | null =>
  names.length > 0 && onPostgres(trx)
    ? sql`concat(${sql.join(
        names.map((name) => sql`pg_advisory_xact_lock(hashtextextended(${name}, 0))`),
      )})`
    : null;

/** Takes the advisory locks of `nameLocks` before the next statement of the transaction; this one may be without answer. */
export async function lockName(trx: Trx, ...names: readonly string[]): Promise<void> {
  const locks = nameLocks(trx, names);
  if (locks !== null) await sql`select ${locks}`.execute(trx);
}

/**
 * Runs work while no other process runs work under the same name; on PostgreSQL it occupies one connection to hold the
 * lock. On the embedded database it runs directly, since there is one process. Never retries the work.
 */
export const withAdvisoryLock = <Result>(
  db: Kysely<Database>,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> =>
  onPostgres(db)
    ? db.transaction().execute(async (trx) => {
        // Not `lockName`, whose answer the work outside this transaction would not wait for.
        await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
        return work();
      })
    : work();

/**
 * Locks receipt files until the transaction ends: no other transaction can reference them or remove
 * them as unreferenced.
 */
export const lockReceipt = (trx: Trx, ...sha256s: readonly string[]): Promise<void> =>
  lockName(trx, ...sha256s);
