import { existsSync } from 'node:fs';
import { ConfigError, type StorageConfig } from '../platform/config/config.ts';
import {
  DataDirInUseError,
  databaseFile,
  type OpenDatabase,
  openDatabase,
  openDatabaseForReading,
  type Tracedness,
} from '../platform/database/dialects.ts';
import { openFileAlone } from '../platform/database/sqlite-dialect.ts';
import {
  migrateToLatest,
  MigrationError,
  NewerDatabaseError,
  newestMigration,
  OlderDatabaseError,
  requireMigrated,
  requireWritable,
} from '../platform/database/migrations.ts';
import { requireSchema } from '../platform/database/schema-check.ts';
import {
  inSnapshot,
  inTransaction,
  withoutTransaction,
} from '../platform/database/transactions.ts';
import {
  StartError,
  codeOf,
  damagedFile,
  folderFailures,
  isAnyOf,
} from '../platform/errors/http-error.ts';
import { othersAreConnected } from '../platform/database/queries.ts';
import { logMigration } from '../features/cases/administration-replay.ts';
import { outdatedTables, rebuildOutdated } from './derived-tables.repository.ts';

/** Failures of PostgreSQL and the network, worded for the person who set DATABASE_URL. */
const databaseFailures: Record<string, string> = {
  ECONNREFUSED: 'nadie responde en esa dirección',
  ENOTFOUND: 'no se encuentra el servidor',
  EAI_AGAIN: 'no se encuentra el servidor',
  ETIMEDOUT: 'el servidor no responde',
  ECONNRESET: 'el servidor cortó la conexión',
  '28P01': 'el usuario o la contraseña no son correctos',
  '0A000': 'no tiene la extensión pg_trgm y este usuario no puede crearla',
  '28000': 'el usuario o la contraseña no son correctos',
  '3D000': 'la base de datos no existe',
  '25006': 'es de solo lectura',
  '42501': 'el usuario no tiene permiso',
  '53100': 'su disco está lleno',
  '55P03': 'otro proceso la tiene ocupada',
  '57P03': 'el servidor está iniciando',
  '53300': 'el servidor no acepta más conexiones',
};

/** Failures of the data folder and of the database file in it. SQLite's codes also stand for their extended codes. */
const folderSentences: readonly {
  codes: readonly string[];
  sentence: (dataDir: string, code: string) => string;
}[] = [
  {
    codes: damagedFile,
    sentence: (dataDir, code) =>
      `La base de datos «${databaseFile(dataDir)}» está dañada o incompleta (${code}). No se cambió nada: restaure un respaldo en otra carpeta (npm run restore) e inicie con esa en DATA_DIR.`,
  },
  {
    codes: ['ENOSPC', 'EDQUOT', 'SQLITE_FULL'],
    sentence: (dataDir, code) =>
      `No hay espacio en el disco de la carpeta de datos «${dataDir}» (${code}). Libere espacio e inicie de nuevo.`,
  },
  {
    codes: [...folderFailures, 'ENOENT', 'SQLITE_READONLY', 'SQLITE_CANTOPEN', 'SQLITE_PERM'],
    sentence: (dataDir, code) =>
      `No se puede usar la carpeta de datos «${dataDir}» (${code}). Revise DATA_DIR y sus permisos.`,
  },
  {
    codes: ['EIO', 'SQLITE_IOERR'],
    sentence: (dataDir, code) =>
      `Falla el disco de la carpeta de datos «${dataDir}» (${code}). Revise el disco y su espacio libre.`,
  },
];

/** ENOENT of a folder that cannot be created, which Node also reports on a read-only disk; not that of any file. */
const isOfFolder = (error: unknown): boolean =>
  codeOf(error) !== 'ENOENT' ||
  (error instanceof Error && 'syscall' in error && error.syscall === 'mkdir');

/** The first error of a connection that failed on each of several addresses. */
const firstOf = (error: unknown): unknown =>
  error instanceof AggregateError && codeOf(error) === '' ? error.errors[0] : error;

/** The line to print for a failure that the operator can fix; null for any other. */
export function startFailure(
  error: unknown,
  storage: Pick<StorageConfig, 'dataDir' | 'databaseUrl'> | null,
): string | null {
  if (
    error instanceof ConfigError ||
    error instanceof StartError ||
    error instanceof DataDirInUseError ||
    error instanceof NewerDatabaseError ||
    error instanceof OlderDatabaseError
  ) {
    return error.message;
  }
  const code = codeOf(firstOf(error)) || codeOf(error instanceof Error ? error.cause : null);
  const ofDatabase = databaseFailures[code];
  if (storage?.databaseUrl && ofDatabase) {
    return `No se puede usar la base de datos de DATABASE_URL: ${ofDatabase} (${code}).`;
  }
  const ofFolder = folderSentences.find(({ codes }) => isAnyOf(codes, code));
  if (storage && ofFolder && isOfFolder(error)) return ofFolder.sentence(storage.dataDir, code);
  return error instanceof MigrationError ? error.message : null;
}

/**
 * Migrates the schema, rebuilds the derived tables that another rule filled, and records the rows that a migration changed
 * in the administration log.
 *
 * @throws MigrationError; StartError when a table or a column is missing
 */
export async function bringUpToDate({
  db,
  engine,
}: Pick<OpenDatabase, 'db' | 'engine'>): Promise<void> {
  await migrateToLatest(db, engine);
  await requireSchema(db);
  if (engine === 'sqlite') await inTransaction(db, requireWritable);
  await rebuildOutdated(db);
  await inTransaction(db, (trx) => logMigration(trx, newestMigration, Date.now()));
}

/** Migrates over a separate connection, since a migration of large tables may take longer than any request. */
async function migrateFirst(databaseUrl: string): Promise<void> {
  const timeouts = { answer: null };
  const database = openDatabase({ databaseUrl, poolSize: 1, timeouts });
  try {
    await bringUpToDate(database);
  } finally {
    await database.close();
  }
}

/** Opens the configured database and brings it up to date. */
export async function openStorage(
  storage: StorageConfig,
  onPoolError: (error: Error) => void = () => undefined,
  traced?: Tracedness,
): Promise<OpenDatabase> {
  const { dataDir, databaseUrl } = storage;
  if (databaseUrl !== null) {
    await migrateFirst(databaseUrl);
    return openDatabase({ databaseUrl, onPoolError }, traced);
  }
  return ready(openDatabase({ dataDir }, traced), bringUpToDate);
}

/** Returns the database after the work on it; closes it when the work fails. */
async function ready(
  database: OpenDatabase,
  work: (database: OpenDatabase) => Promise<unknown>,
): Promise<OpenDatabase> {
  try {
    await work(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * Opens the configured database for exclusive use, without statement timeouts.
 *
 * @param look called with a PostgreSQL database before it is migrated
 * @throws StartError, DataDirInUseError while another process of the program uses it
 */
export async function openAlone(
  storage: StorageConfig,
  look: (db: OpenDatabase['db']) => Promise<void> = async () => undefined,
): Promise<OpenDatabase> {
  const { dataDir, databaseUrl } = storage;
  if (databaseUrl === null)
    return ready(openDatabase({ dataDir }, { open: openFileAlone }), bringUpToDate);
  const timeouts = { answer: null, statement: 0 };
  return ready(openDatabase({ databaseUrl, poolSize: 1, timeouts }), async ({ db }) => {
    if (await withoutTransaction(db, othersAreConnected))
      throw new StartError(
        'La base de datos de DATABASE_URL está en uso por otro proceso de Caja menor. Deténgalo primero.',
      );
    await look(db);
    await migrateFirst(databaseUrl);
  });
}

/**
 * Opens the configured database for reading while other processes use it; migrates nothing.
 *
 * @throws StartError when it does not exist yet
 */
export async function openForReading({
  dataDir,
  databaseUrl,
}: StorageConfig): Promise<OpenDatabase> {
  if (databaseUrl === null && !existsSync(databaseFile(dataDir)))
    throw new StartError(`No hay una base de datos en «${dataDir}». Revise DATA_DIR.`);
  return ready(
    openDatabaseForReading(databaseUrl === null ? { dataDir } : { databaseUrl }),
    async ({ db }) => {
      await requireMigrated(db);
      await requireSchema(db);
      if ((await inSnapshot(db, outdatedTables)).length > 0) throw new OlderDatabaseError();
    },
  );
}
