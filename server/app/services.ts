import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from '../platform/config/config.ts';
import type { OpenDatabase } from '../platform/database/dialects.ts';
import type { Database } from '../platform/database/schema.ts';
import type { ReceiptStore } from '../platform/files/receipt-store.ts';
import type { concurrencyLimitsOf } from '../platform/http/concurrency-limits.ts';

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
