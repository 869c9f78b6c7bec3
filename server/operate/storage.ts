import { existsSync, renameSync, statSync } from 'node:fs';
import { usersByEmail } from '../features/accounts/user.repository.ts';
import { isInUse, isMarkedDemonstration } from '../features/settings/settings.ts';
import { ConfigError, type StorageConfig } from '../platform/config/config.ts';
import {
  DataDirInUseError,
  databaseFile,
  type OpenDatabase,
  openDatabase,
  openDatabaseForReading,
  type Tracedness,
} from '../platform/database/dialects.ts';
import {
  type LibsqlDatabase,
  openFile,
  openFileAlone,
} from '../platform/database/sqlite-dialect.ts';
import {
  hasMigrations,
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
  type Trx,
  inSnapshot,
  inTransaction,
  withoutTransaction,
} from '../platform/database/transactions.ts';
import {
  DatabaseGoneError,
  StartError,
  codeOf,
  damagedFile,
  folderFailures,
  isAnyOf,
} from '../platform/errors/http-error.ts';
import { hasReceipts } from '../platform/files/receipt-store.ts';
import { hasLastHead, lastHeadFile } from './audit/log-signatures.ts';
import { demoEmail, demoPersonEntries } from './demonstration/demo-data.ts';
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
    error instanceof DatabaseGoneError ||
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

/** Name of the database file of a folder that `database:move` moved to PostgreSQL. */
const movedFile = (dataDir: string): string => `${databaseFile(dataDir)}.mudada`;

/** Renames the closed database of a folder that was moved to PostgreSQL. @returns the new path */
export function renameMoved(dataDir: string): string {
  const [file, moved] = [databaseFile(dataDir), movedFile(dataDir)];
  // A server that was killed leaves a WAL: it belongs to the file.
  if (existsSync(`${file}-wal`)) renameSync(`${file}-wal`, `${moved}-wal`);
  renameSync(file, moved);
  return moved;
}

/** Size in bytes; 0 for a missing file. */
const bytesOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/**
 * Checks the data folder before its database is opened, which would create it.
 *
 * @throws StartError when the database is missing although the folder was in use
 */
function requireNoMissingDatabase({ dataDir, logKeyFile }: StorageConfig): void {
  const file = databaseFile(dataDir);
  if (bytesOf(file) > 0) return;
  if (existsSync(movedFile(dataDir)))
    throw new StartError(
      `La base de datos de «${dataDir}» se mudó a PostgreSQL y su archivo quedó como «${movedFile(dataDir)}»: inicie con DATABASE_URL, o devuélvale el nombre «${file}» para volver a usarla.`,
    );
  const left = [
    hasReceipts(dataDir) ? 'hay soportes' : [],
    existsSync(lastHeadFile(logKeyFile)) ? `está «${lastHeadFile(logKeyFile)}»` : [],
    bytesOf(`${file}-wal`) > 0 ? `está «${file}-wal»` : [],
  ].flat();
  if (left.length > 0)
    throw new StartError(
      `Falta la base de datos «${file}», pero ${left.join(' y ')}: revise DATA_DIR y que su disco esté montado, o restaure un respaldo en una carpeta vacía.`,
    );
}

/** The database as the operator named it. */
const nameOf = ({ dataDir, databaseUrl }: StorageConfig): string =>
  databaseUrl === null ? `«${dataDir}»` : 'DATABASE_URL';

/** @throws StartError when the head that was signed last is missing: the database is an earlier copy, or another one */
async function requireLastHead(
  db: OpenDatabase['db'],
  storage: StorageConfig,
  isMigrated: boolean,
): Promise<void> {
  const file = lastHeadFile(storage.logKeyFile);
  if (isMigrated ? await hasLastHead(db, storage.logKeyFile) : !existsSync(file)) return;
  const name = nameOf(storage);
  const remedy =
    storage.databaseUrl === null
      ? 'vuelva a poner la que falta'
      : 'revise esa dirección, o pase primero los datos con npm run database:move';
  throw new StartError(
    isMigrated
      ? `La última firma del registro, la de «${file}», no está en la base de datos de ${name}, que es una copia anterior u otra: vuelva a poner la que falta o, si la restauró a propósito, borre ese archivo.`
      : `La base de datos de ${name} está vacía, pero «${file}» es la firma de otra: ${remedy}.`,
  );
}

/** Recognises a demonstration without a mark, as version 1.0.0 loaded it, by its people. */
async function isDemonstration(trx: Trx): Promise<boolean> {
  if (await isMarkedDemonstration(trx)) return true;
  const documents = new Map(
    demoPersonEntries.map(([key, { num_doc }]) => [demoEmail(key), num_doc]),
  );
  const found = await usersByEmail(trx, [...documents.keys()]);
  return found.some(({ email, num_doc }) => documents.get(email) === num_doc);
}

/** What a program expects in a database; that of a restored one may be anything. */
type ExpectedData = 'company' | 'demonstration' | 'either' | 'restored';

/** Checks a database before it is migrated. @throws StartError for another one than the program expects */
async function requireExpected(
  db: OpenDatabase['db'],
  storage: StorageConfig,
  data: ExpectedData,
): Promise<void> {
  if (data === 'restored') return;
  const isMigrated = await hasMigrations(db);
  await requireLastHead(db, storage, isMigrated);
  if (!isMigrated) return;
  const isDemo = await inSnapshot(db, isDemonstration);
  const another = `elija ${storage.databaseUrl === null ? 'otra carpeta con DATA_DIR' : 'otra base de datos con DATABASE_URL'}`;
  if (data === 'company' && isDemo)
    throw new StartError(
      `La base de datos de ${nameOf(storage)} es la de una demostración, con contraseñas públicas: inicie con npm run demo, o ${another}.`,
    );
  if (data === 'demonstration' && !isDemo && (await inSnapshot(db, isInUse)))
    throw new StartError(
      `La base de datos de ${nameOf(storage)} tiene los datos de una compañía y la demostración los abriría a cualquiera: inicie con npm start, o ${another}.`,
    );
}

/** Opens the embedded database of a folder; creates it only in an unused one. */
const ownFile =
  (storage: StorageConfig, open: (file: string) => LibsqlDatabase) =>
  (file: string): LibsqlDatabase => {
    requireNoMissingDatabase(storage);
    return open(file);
  };

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
async function migrateFirst(
  databaseUrl: string,
  look: (db: OpenDatabase['db']) => Promise<void> = async () => undefined,
): Promise<void> {
  const timeouts = { answer: null };
  const database = openDatabase({ databaseUrl, poolSize: 1, timeouts });
  try {
    await look(database.db);
    await bringUpToDate(database);
  } finally {
    await database.close();
  }
}

interface Opening extends Tracedness {
  data?: ExpectedData;
  onPoolError?: (error: Error) => void;
}

/** Opens the configured database and brings it up to date. @throws StartError for another one than the program expects */
export async function openStorage(
  storage: StorageConfig,
  { data = 'company', onPoolError = () => undefined, traced = false }: Opening = {},
): Promise<OpenDatabase> {
  const { dataDir, databaseUrl } = storage;
  const look = (db: OpenDatabase['db']) => requireExpected(db, storage, data);
  if (databaseUrl !== null) {
    await migrateFirst(databaseUrl, look);
    const prepares = storage.preparedStatements;
    return openDatabase({ databaseUrl, onPoolError, prepares }, { traced });
  }
  const open = ownFile(storage, openFile);
  return ready(openDatabase({ dataDir }, { traced, open }), async (database) => {
    await look(database.db);
    await bringUpToDate(database);
  });
}

/** @throws StartError when the configured embedded database does not exist */
function requireDatabase(storage: StorageConfig): void {
  const { dataDir, databaseUrl } = storage;
  if (databaseUrl !== null || existsSync(databaseFile(dataDir))) return;
  requireNoMissingDatabase(storage);
  throw new StartError(`No hay una base de datos en «${dataDir}». Revise DATA_DIR.`);
}

/** As `openStorage`, for a command that only makes sense on the data of a company. */
export async function openExisting(storage: StorageConfig): Promise<OpenDatabase> {
  requireDatabase(storage);
  return openStorage(storage);
}

/**
 * As `openStorage`, also beside a running server: SQLite serialises the writes of both. It migrates nothing then.
 *
 * @throws OlderDatabaseError, NewerDatabaseError when the server has another version
 */
export async function openBesideServer(storage: StorageConfig): Promise<OpenDatabase> {
  try {
    return await openStorage(storage);
  } catch (error) {
    if (!(error instanceof DataDirInUseError)) throw error;
  }
  const opened = openDatabase({ dataDir: storage.dataDir }, { beside: true });
  return ready(opened, async ({ db }) => {
    await requireMigrated(db);
    await requireExpected(db, storage, 'company');
  });
}

/** Opens a database that was just restored: it may be older than the head that was signed last. */
export const openRestored = (storage: StorageConfig): Promise<OpenDatabase> =>
  openStorage(storage, { data: 'restored' });

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
  requireDatabase(storage);
  if (databaseUrl === null)
    return ready(
      openDatabase({ dataDir }, { open: ownFile(storage, openFileAlone) }),
      bringUpToDate,
    );
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
export async function openForReading(storage: StorageConfig): Promise<OpenDatabase> {
  const { dataDir, databaseUrl } = storage;
  requireDatabase(storage);
  return ready(
    openDatabaseForReading(databaseUrl === null ? { dataDir } : { databaseUrl }),
    async ({ db }) => {
      await requireMigrated(db);
      await requireSchema(db);
      if ((await inSnapshot(db, outdatedTables)).length > 0) throw new OlderDatabaseError();
    },
  );
}
