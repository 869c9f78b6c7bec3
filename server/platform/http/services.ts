import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { OpenDatabase } from '../database/dialects.ts';
import type { Database } from '../database/schema.ts';
import type { ReceiptStore } from '../files/receipt-store.ts';
import type { concurrencyLimitsOf } from './concurrency-limits.ts';

/** Dependencies of the server, shared by all requests. */
export interface Services {
  config: Config;
  database: OpenDatabase;
  db: Kysely<Database>;
  receipts: ReceiptStore;
  atOnce: ReturnType<typeof concurrencyLimitsOf>;
  log: Logger;
  now: () => number;
  /** By task: epoch milliseconds since when this process holds the lease; null while it does not. */
  leases: ReadonlyMap<string, number | null>;
}
