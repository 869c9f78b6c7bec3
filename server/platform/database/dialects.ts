import { join } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import { statementLog } from '../tracing/scope.ts';
import { acquireDataDirLock } from './sqlite-files.ts';
import { type ConnectionLoad, openPool, type PostgresOptions } from './postgres-pool.ts';
import type { Database } from './schema.ts';
import {
  type LibsqlDatabase,
  LibsqlDialect,
  openFile,
  openFileForReading,
} from './sqlite-dialect.ts';

export { acquireDataDirLock, DataDirInUseError } from './sqlite-files.ts';

/** The engine behind the database. */
export type Engine = 'sqlite' | 'postgres';

export type DatabaseOptions = { dataDir: string } | PostgresOptions;

export interface OpenDatabase {
  db: Kysely<Database>;
  engine: Engine;
  /** The options it was opened with: a thread opens it by the same. */
  options: DatabaseOptions;
  load(): ConnectionLoad;
  close(): Promise<void>;
}

export interface Tracedness {
  /** Its statements are spans of the work that asks. */
  traced?: boolean;
}

interface Reader extends Tracedness {
  /** Called before each statement of the embedded database, which is not asked when this throws. */
  before?: () => void;
}

interface Writer extends Tracedness {
  /** How the file of the embedded database is opened. */
  open?: (file: string) => LibsqlDatabase;
}

/** The embedded database when a folder is given, PostgreSQL when a URL is. Nothing is migrated here. */
export function openDatabase(
  options: DatabaseOptions,
  { traced = false, open = openFile }: Writer = {},
): OpenDatabase {
  return 'dataDir' in options
    ? openSqlite(options.dataDir, traced, open)
    : openPostgres(options, traced);
}

/** The file of the embedded database. */
export const databaseFile = (dataDir: string): string => join(dataDir, 'caja-menor.db');

/**
 * A database that is already there, for reading beside the processes that work on it: the lock of the
 * folder keeps away who would write.
 */
export function openDatabaseForReading(
  options: DatabaseOptions,
  { traced = false, before }: Reader = {},
): OpenDatabase {
  if (!('dataDir' in options)) return openPostgres({ poolSize: 1, ...options }, traced);
  const { dataDir } = options;
  return overFile(dataDir, openFileForReading(databaseFile(dataDir), before), traced);
}

function overFile(dataDir: string, connection: LibsqlDatabase, traced: boolean): OpenDatabase {
  const dialect = new LibsqlDialect(connection);
  const db = new Kysely<Database>({ dialect, ...(traced && { log: statementLog('sqlite') }) });
  return {
    db,
    engine: 'sqlite',
    options: { dataDir },
    load: () => dialect.load(),
    async close() {
      await db.destroy();
      // Kysely closes only what it has used.
      connection.close();
    },
  };
}

/** @throws DataDirInUseError when another process has the folder */
function openSqlite(
  dataDir: string,
  traced: boolean,
  open: (file: string) => LibsqlDatabase,
): OpenDatabase {
  const lock = acquireDataDirLock(dataDir);
  try {
    const database = overFile(dataDir, open(databaseFile(dataDir)), traced);
    return {
      ...database,
      async close() {
        await database.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function openPostgres(options: PostgresOptions, traced: boolean): OpenDatabase {
  const pool = openPool(options);
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    ...(traced && { log: statementLog('postgresql') }),
  });
  return {
    db,
    engine: 'postgres',
    load: pool.load,
    // A thread has its own listeners and limits.
    options: { databaseUrl: options.databaseUrl },
    close: () => db.destroy(),
  };
}
