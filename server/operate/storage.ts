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
  NewerDatabaseError,
  newestMigration,
  OlderDatabaseError,
  requireMigrated,
} from '../platform/database/migrations.ts';
import { withoutTransaction, inTransaction } from '../platform/database/transactions.ts';
import { StartError, codeOf, folderFailures } from '../platform/errors/http-error.ts';
import { othersAreConnected } from '../platform/database/queries.ts';
import { logMigration } from '../features/cases/administration-replay.ts';

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
  '42501': 'el usuario no tiene permiso',
  '55P03': 'otro proceso la tiene ocupada',
  '57P03': 'el servidor está iniciando',
  '53300': 'el servidor no acepta más conexiones',
};

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
  if (storage && folderFailures.includes(code)) {
    return `No se puede usar la carpeta de datos «${storage.dataDir}» (${code}). Revise DATA_DIR y sus permisos.`;
  }
  return null;
}

/** Migrates the schema, and records the rows that a migration changed in the administration log. */
async function bringUpToDate({ db, engine }: OpenDatabase): Promise<void> {
  await migrateToLatest(db, engine);
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

/** Opens the configured database and migrates it. */
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
    ({ db }) => requireMigrated(db),
  );
}
