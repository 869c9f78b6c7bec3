import { PostgresAdapter, type SelectQueryBuilder } from 'kysely';
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
