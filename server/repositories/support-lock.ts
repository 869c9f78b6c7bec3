import { PostgresAdapter, sql } from 'kysely';
import type { Trx } from '../database/transactions.ts';

/**
 * Until the transaction ends, nobody else decides about the file: neither that a row names it nor
 * that none does and it can go. SQLite needs no words for it: its transactions wait for each other.
 */
export async function lockSupport(trx: Trx, sha256: string): Promise<void> {
  if (trx.getExecutor().adapter instanceof PostgresAdapter)
    await sql`select pg_advisory_xact_lock(hashtextextended(${sha256}, 0))`.execute(trx);
}
