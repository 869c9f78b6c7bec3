import { PostgresAdapter, type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { Trx } from '../database/transactions.ts';

/**
 * Locks the rows of a query until the transaction ends: `query.$call(locked(trx))`. SQLite needs no
 * words for it: its transactions begin immediate, so only one of them writes.
 */
export const locked =
  (trx: Trx) =>
  <Tables extends keyof Database, Output>(
    query: SelectQueryBuilder<Database, Tables, Output>,
  ): SelectQueryBuilder<Database, Tables, Output> =>
    trx.getExecutor().adapter instanceof PostgresAdapter ? query.forUpdate() : query;

/**
 * Locks what has no row of its own, by a name, until the transaction ends. SQLite needs no words for it
 * either.
 */
export async function lockName(trx: Trx, name: string): Promise<void> {
  if (trx.getExecutor().adapter instanceof PostgresAdapter)
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}
