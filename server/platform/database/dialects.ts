import { join } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import { statementLog } from '../tracing/scope.ts';
import { acquireDataDirLock } from './sqlite-files.ts';
import { type ConnectionLoad, openPool, type PostgresOptions } from './postgres-pool.ts';
import type { Database } from './schema.ts';
import {
  type LibsqlDatabase,
  LibsqlDialect,
  identityOf,
  openFile,
  openFileForReading,
} from './sqlite-dialect.ts';

export { acquireDataDirLock, DataDirInUseError } from './sqlite-files.ts';

/** The engine behind the database. */
export type Engine = 'sqlite' | 'postgres';

/** The embedded database of a folder. */
export interface EmbeddedOptions {
  dataDir: string;
  /** Identity of the database file that a worker thread must open, and no other. */
  opened?: string | undefined;
}

export type DatabaseOptions = EmbeddedOptions | PostgresOptions;

export interface OpenDatabase {
  db: Kysely<Database>;
  engine: Engine;
  /** The options with which a worker thread opens the same database. */
  options: DatabaseOptions;
  load(): ConnectionLoad;
  /** True once an error has shown that the file of the embedded database is damaged; nothing is written any more. */
  isDamaged(): boolean;
  /** Reports an error that another connection to the same database met. */
  noteDamage(error: unknown): void;
  close(): Promise<void>;
}

export interface Tracedness {
  /** Records each statement as a span of the current scope. */
  traced?: boolean;
}

interface Reader extends Tracedness {
  /** Called before each statement of the embedded database; if it throws, the statement does not run. */
  before?: () => void;
}

interface Writer extends Tracedness {
  /** Opens the file of the embedded database. */
  open?: (file: string) => LibsqlDatabase;
  /** Opens it beside the process that has the lock of the folder. */
  beside?: boolean;
}

/** Opens the embedded database for a folder, PostgreSQL for a URL. Runs no migration. */
export function openDatabase(
  options: DatabaseOptions,
  { traced = false, open = openFile, beside = false }: Writer = {},
): OpenDatabase {
  return 'dataDir' in options
    ? openSqlite(options.dataDir, { traced, open, beside })
    : openPostgres(options, traced);
}

/** Path of the embedded database file. */
export const databaseFile = (dataDir: string): string => join(dataDir, 'caja-menor.db');

/**
 * Opens an existing database for reading while other processes use it. It does not take the lock of the data
 * folder, which only excludes a second writing process.
 */
export function openDatabaseForReading(
  options: DatabaseOptions,
  { traced = false, before }: Reader = {},
): OpenDatabase {
  if (!('dataDir' in options)) return openPostgres({ poolSize: 1, ...options }, traced);
  const { dataDir, opened } = options;
  const connection = openFileForReading(databaseFile(dataDir), { before, opened });
  return overFile(dataDir, connection, traced);
}

function overFile(dataDir: string, connection: LibsqlDatabase, traced: boolean): OpenDatabase {
  const dialect = new LibsqlDialect(connection);
  const db = new Kysely<Database>({ dialect, ...(traced && { log: statementLog('sqlite') }) });
  return {
    db,
    engine: 'sqlite',
    options: { dataDir, opened: identityOf(databaseFile(dataDir)) ?? undefined },
    load: () => dialect.load(),
    isDamaged: () => connection.damage !== null,
    noteDamage: (error) => connection.noteDamage(error),
    async close() {
      await db.destroy();
      // Kysely does not close a connection that it never used.
      connection.close();
    },
  };
}

/** @throws DataDirInUseError when another process uses the folder */
function openSqlite(dataDir: string, { traced, open, beside }: Required<Writer>): OpenDatabase {
  if (beside) return overFile(dataDir, open(databaseFile(dataDir)), traced);
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
    isDamaged: () => false,
    noteDamage: () => undefined,
    // A worker thread sets its own listeners and limits.
    options: { databaseUrl: options.databaseUrl, prepares: options.prepares },
    close: () => db.destroy(),
  };
}
