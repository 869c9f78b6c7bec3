import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import { codeOf } from '../errors/http-error.ts';
import { baseline } from './migrations/0001-baseline.ts';
import { payments } from './migrations/0002-payments.ts';
import { cases } from './migrations/0003-cases.ts';
import { derivedTables } from './migrations/0004-derived-tables.ts';
import { debtors } from './migrations/0005-debtors.ts';
import { oneInvoice } from './migrations/0006-one-invoice.ts';
import { bankCatalogue } from './migrations/0007-banks.ts';
import { paymentChecks } from './migrations/0008-payment-checks.ts';
import { rightsNotices } from './migrations/0009-rights-notices.ts';
import { fundMovements } from './migrations/0010-fund-movements.ts';
import { counts } from './migrations/0011-counts.ts';
import { claimedPayments } from './migrations/0012-claimed-payments.ts';
import { casesOfHistory } from './migrations/0013-cases-of-history.ts';
import { openings } from './migrations/0014-openings.ts';
import { firstDay } from './migrations/0015-first-day.ts';
import { entries } from './migrations/0016-entries.ts';
import { machineKeys } from './migrations/0018-machine-keys.ts';
import { companySignIn } from './migrations/0019-company-sign-in.ts';
import { suppliers } from './migrations/0020-suppliers.ts';
import { taxFacts } from './migrations/0021-tax-facts.ts';
import { supportingDocuments } from './migrations/0022-supporting-documents.ts';
import { keyStores } from './migrations/0023-key-stores.ts';
import { withholdings } from './migrations/0024-withholdings.ts';
import type { Engine, FrozenTables } from './migrations/ddl-words.ts';
import type { Database } from './schema.ts';

type Up = (db: Kysely<FrozenTables>, engine: Engine) => Promise<void>;

/** Sorted by name; the database stores the names. Never rename, reorder or change a released migration. */
const migrations: Readonly<Record<string, Up>> = {
  '0001-baseline': baseline,
  '0002-payments': payments,
  '0003-cases': cases,
  '0004-derived-tables': derivedTables,
  '0005-debtors': debtors,
  '0006-one-invoice': oneInvoice,
  '0007-banks': bankCatalogue,
  '0008-payment-checks': paymentChecks,
  '0009-rights-notices': rightsNotices,
  '0010-fund-movements': fundMovements,
  '0011-counts': counts,
  '0012-claimed-payments': claimedPayments,
  '0013-cases-of-history': casesOfHistory,
  '0014-openings': openings,
  '0015-first-day': firstDay,
  '0016-entries': entries,
  '0018-machine-keys': machineKeys,
  '0019-company-sign-in': companySignIn,
  '0020-suppliers': suppliers,
  '0021-tax-facts': taxFacts,
  '0022-supporting-documents': supportingDocuments,
  '0023-key-stores': keyStores,
  '0024-withholdings': withholdings,
};

export const newestMigration = Object.keys(migrations).at(-1) ?? '';

export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';

  constructor(migration: string) {
    super(
      `La base de datos es de una versión más nueva de Caja menor (migración «${migration}»). Instale esa versión o una posterior.`,
    );
  }
}

export class OlderDatabaseError extends Error {
  override readonly name = 'OlderDatabaseError';

  constructor() {
    super('La base de datos no está al día: ejecute npm run db:migrate o inicie el servidor.');
  }
}

/** A migration failed and was rolled back; `cause` is the error of its statement. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';

  constructor(migration: string, cause: unknown) {
    super(
      `No se pudo aplicar la migración «${migration}»: la base de datos quedó como estaba. Use la versión anterior y comunique el error que está en el registro del proceso.`,
      { cause },
    );
  }
}

/** Reads Kysely's migration table; a database that was never migrated has none. */
async function executedMigrations(db: Kysely<Database>): Promise<string[]> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
    return rows.map(({ name }) => name);
  } catch (error) {
    if (isMissingTable(error)) return [];
    throw error;
  }
}

/** False for a database without any migration, such as an empty one. */
export const hasMigrations = async (db: Kysely<Database>): Promise<boolean> =>
  (await executedMigrations(db)).length > 0;

function isMissingTable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return codeOf(error) === '42P01' || error.message.includes('no such table');
}

/**
 * True when the database has exactly the migrations of this program. Also throws when the database is unreachable.
 *
 * @throws NewerDatabaseError
 */
async function isUpToDate(db: Kysely<Database>): Promise<boolean> {
  const executed = await executedMigrations(db);
  const unknown = executed.find((name) => !Object.hasOwn(migrations, name));
  if (unknown !== undefined) throw new NewerDatabaseError(unknown);
  return executed.length === Object.keys(migrations).length;
}

/** True when the schema is the one that this program expects. Throws when the database is unreachable. */
export async function migrationsAreDone(db: Kysely<Database>): Promise<boolean> {
  try {
    return await isUpToDate(db);
  } catch (error) {
    if (error instanceof NewerDatabaseError) return false;
    throw error;
  }
}

/**
 * Checks the schema without migrating, for read-only programs.
 *
 * @throws NewerDatabaseError, OlderDatabaseError unless the schema is the one that this program expects
 */
export async function requireMigrated(db: Kysely<Database>): Promise<void> {
  if (!(await isUpToDate(db))) throw new OlderDatabaseError();
}

/**
 * Applies the pending migrations, all or none. Several processes may start at once: one migrates, the others wait
 * for it.
 *
 * @throws NewerDatabaseError when the database belongs to a later version of the program, MigrationError
 */
export const migrateToLatest = (db: Kysely<Database>, engine: Engine): Promise<void> =>
  db.connection().execute(async (connection) => {
    if (await isUpToDate(connection)) return;
    if (engine === 'sqlite') return migrate(connection, engine);
    // Creating an index may exceed the statement timeout; waiting for another migrating process, the lock timeout.
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`set lock_timeout = 0`.execute(connection);
    try {
      await migrate(connection, engine);
    } finally {
      await sql`reset statement_timeout`.execute(connection);
      await sql`reset lock_timeout`.execute(connection);
    }
  });

/** Writes a row as it is. A SQLite file that cannot be written fails here, and not before. */
export async function requireWritable(db: Kysely<Database>): Promise<void> {
  await sql`update kysely_migration_lock set is_locked = is_locked`.execute(db);
}

async function migrate(db: Kysely<Database>, engine: Engine): Promise<void> {
  const all = Object.entries(migrations).map(([name, up]): [string, Migration] => [
    name,
    { up: (migrated: Kysely<FrozenTables>) => up(migrated, engine) },
  ]);
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => Object.fromEntries(all) },
    // Without an explicit schema, Kysely would use a migration table found in another schema.
    ...(engine === 'postgres' ? { migrationTableSchema: await currentSchema(db) } : {}),
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const failed = results?.find(({ status }) => status === 'Error')?.migrationName;
  throw failed === undefined ? error : new MigrationError(failed, error);
}

async function currentSchema(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ name: string | null }>`select current_schema() as name`.execute(db);
  return rows[0]?.name ?? 'public';
}
