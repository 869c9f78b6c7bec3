import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from './schema.ts';
import { type Trx, onPostgres } from './transactions.ts';

/**
 * Locks the rows of a query until the transaction ends: `query.$call(locked(trx))`. SQLite needs no
 * words for it: its transactions begin immediate, so only one of them writes.
 *
 * @param of the one of several tables whose rows are locked
 */
export const locked =
  (trx: Trx, of?: keyof Database & string) =>
  <Tables extends keyof Database, Output>(
    query: SelectQueryBuilder<Database, Tables, Output>,
  ): SelectQueryBuilder<Database, Tables, Output> =>
    onPostgres(trx) ? query.forUpdate(of as (Tables & string) | undefined) : query;

/**
 * Locks what has no row of its own, by its names in their order, until the transaction ends: a column of any row that is
 * read; null where there is nothing to lock. SQLite needs no words for it either.
 */
export const nameLocks = (trx: Trx, names: readonly string[]): RawBuilder<unknown> | null =>
  names.length > 0 && onPostgres(trx)
    ? sql`concat(${sql.join(
        names.map((name) => sql`pg_advisory_xact_lock(hashtextextended(${name}, 0))`),
      )})`
    : null;

/** The same in a statement of its own. */
export async function lockName(trx: Trx, ...names: readonly string[]): Promise<void> {
  const locks = nameLocks(trx, names);
  if (locks !== null) await sql`select ${locks}`.execute(trx);
}

/**
 * Runs work while no other process runs work of that name, on a connection that does nothing else meanwhile. The embedded
 * database has one process. Work is run once, whatever becomes of that connection.
 */
export const aloneUnder = <Result>(
  db: Kysely<Database>,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> =>
  onPostgres(db)
    ? db.transaction().execute(async (trx) => {
        await lockName(trx, name);
        return work();
      })
    : work();

/**
 * Until the transaction ends, nobody else decides about the file: neither that a row names it nor
 * that none does and it can go.
 */
export const lockReceipt = (trx: Trx, ...sha256s: readonly string[]): Promise<void> =>
  lockName(trx, ...sha256s);
