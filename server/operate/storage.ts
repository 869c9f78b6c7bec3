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

/** PostgreSQL and the network, in words for the person who set DATABASE_URL. */
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

/** A connection that fails on each of several addresses is one failure. */
const firstOf = (error: unknown): unknown =>
  error instanceof AggregateError && codeOf(error) === '' ? error.errors[0] : error;

/** The line to print for a failure that somebody outside can mend; null for any other. */
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

/** The schema of this program, and in the log of administration what a migration brought. */
async function bringUpToDate({ db, engine }: OpenDatabase): Promise<void> {
  await migrateToLatest(db, engine);
  await inTransaction(db, (trx) => logMigration(trx, newestMigration, Date.now()));
}

/** Over a connection of its own, since a migration of large tables may take longer than any request. */
async function migrateFirst(databaseUrl: string): Promise<void> {
  const timeouts = { answer: null };
  const database = openDatabase({ databaseUrl, poolSize: 1, timeouts });
  try {
    await bringUpToDate(database);
  } finally {
    await database.close();
  }
}

/** The database of the configuration, brought to what this program expects. */
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

/** An open database once the work on it is done; closed when that fails. */
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
 * The database of the configuration for one program alone, whose statements may take as long as they need.
 *
 * @param look at PostgreSQL before anything is migrated there
 * @throws StartError, DataDirInUseError while another process of the program has it
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
 * The database of the configuration, for reading while others work on it; nothing is migrated.
 *
 * @throws StartError when there is none yet
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
