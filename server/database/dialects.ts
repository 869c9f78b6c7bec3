import { join } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { acquireDataDirLock } from './data-dir-lock.ts';
import type { Engine } from './migrations/ddl-words.ts';
import type { Database } from './schema.ts';
import { LibsqlDialect, openFile, openFileForReading } from './sqlite-dialect.ts';

export { acquireDataDirLock, DataDirInUseError, type DataDirLock } from './data-dir-lock.ts';
export type { Engine } from './migrations/ddl-words.ts';

export type DatabaseOptions =
  | { dataDir: string }
  | {
      databaseUrl: string;
      /** Connections of this process at most. */
      poolSize?: number;
      /** Idle connections may break at any time; without a listener that would end the process. */
      onPoolError?: (error: Error) => void;
    };

export interface OpenDatabase {
  db: Kysely<Database>;
  engine: Engine;
  close(): Promise<void>;
}

/** The embedded database when a folder is given, PostgreSQL when a URL is. Nothing is migrated here. */
export function openDatabase(options: DatabaseOptions): OpenDatabase {
  return 'dataDir' in options ? openSqlite(options.dataDir) : openPostgres(options);
}

/** The file of the embedded database. */
export const databaseFile = (dataDir: string): string => join(dataDir, 'caja-menor.db');

/**
 * A database that is already there, for reading beside the processes that work on it: the lock of the
 * folder keeps away who would write.
 */
export function openDatabaseForReading(options: DatabaseOptions): OpenDatabase {
  if (!('dataDir' in options)) return openPostgres({ poolSize: 1, ...options });
  const connection = openFileForReading(databaseFile(options.dataDir));
  const db = new Kysely<Database>({ dialect: new LibsqlDialect(connection) });
  return {
    db,
    engine: 'sqlite',
    async close() {
      await db.destroy();
      connection.close();
    },
  };
}

/** @throws DataDirInUseError when another process has the folder */
function openSqlite(dataDir: string): OpenDatabase {
  const lock = acquireDataDirLock(dataDir);
  try {
    const connection = openFile(databaseFile(dataDir));
    const db = new Kysely<Database>({ dialect: new LibsqlDialect(connection) });
    return {
      db,
      engine: 'sqlite',
      async close() {
        await db.destroy();
        // Kysely closes only what it has used.
        connection.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Longer than a person waits: what takes more is stuck. A migration lifts those of statements and locks for itself. */
const STATEMENT_TIMEOUT_MS = 30_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;
const LOCK_TIMEOUT_MS = 10_000;
const CONNECTION_TIMEOUT_MS = 10_000;

function openPostgres(options: {
  databaseUrl: string;
  poolSize?: number;
  onPoolError?: (error: Error) => void;
}): OpenDatabase {
  const pool = new pg.Pool({
    connectionString: options.databaseUrl,
    max: options.poolSize ?? 10,
    application_name: 'caja-menor',
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    keepAlive: true,
    types: { getTypeParser },
  });
  pool.on('error', (error) => options.onPoolError?.(error));
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    engine: 'postgres',
    close: () => db.destroy(),
  };
}

/** Keys, centavos and instants are int8; sums of them are numeric. Both stay far below 2^53, or it is a mistake. */
const wholeNumberTypes: readonly number[] = [pg.types.builtins.INT8, pg.types.builtins.NUMERIC];

function toNumber(text: string): number {
  const value = Number(text);
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    throw new RangeError(`${text} is too large for a number`);
  }
  return value;
}

/** Only for the pools of this program: the parsers of the pg package itself are shared by everything that uses it. */
const getTypeParser: typeof pg.types.getTypeParser = (
  oid: number,
  format?: Parameters<typeof pg.types.getTypeParser>[1],
) =>
  wholeNumberTypes.includes(oid) && format !== 'binary'
    ? toNumber
    : pg.types.getTypeParser(oid, format);
