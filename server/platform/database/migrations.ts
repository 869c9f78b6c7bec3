import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import { codeOf } from '../errors/http-error.ts';
import { baseline } from './migrations/0001-baseline.ts';
import { payments } from './migrations/0002-payments.ts';
import { cases } from './migrations/0003-cases.ts';
import type { Engine, FrozenTables } from './migrations/ddl-words.ts';
import type { Database } from './schema.ts';

type Up = (db: Kysely<FrozenTables>, engine: Engine) => Promise<void>;

/** In the order of their names, which the database remembers: never rename, reorder or change one that was released. */
const migrations: Readonly<Record<string, Up>> = {
  '0001-baseline': baseline,
  '0002-payments': payments,
  '0003-cases': cases,
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

/** Kysely's own table; a database that was never migrated has none. */
async function executedMigrations(db: Kysely<Database>): Promise<string[]> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
    return rows.map(({ name }) => name);
  } catch (error) {
    if (isMissingTable(error)) return [];
    throw error;
  }
}

function isMissingTable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return codeOf(error) === '42P01' || error.message.includes('no such table');
}

/**
 * True when the database has every migration of this program, and no other one. Throws when it cannot be reached.
 *
 * @throws NewerDatabaseError
 */
async function isUpToDate(db: Kysely<Database>): Promise<boolean> {
  const executed = await executedMigrations(db);
  const unknown = executed.find((name) => !Object.hasOwn(migrations, name));
  if (unknown !== undefined) throw new NewerDatabaseError(unknown);
  return executed.length === Object.keys(migrations).length;
}

/** True when the schema is the one that this program expects. Throws when the database cannot be reached. */
export async function migrationsAreDone(db: Kysely<Database>): Promise<boolean> {
  try {
    return await isUpToDate(db);
  } catch (error) {
    if (error instanceof NewerDatabaseError) return false;
    throw error;
  }
}

/**
 * For who only reads.
 *
 * @throws NewerDatabaseError, OlderDatabaseError unless the database is what this program expects
 */
export async function requireMigrated(db: Kysely<Database>): Promise<void> {
  if (!(await isUpToDate(db))) throw new OlderDatabaseError();
}

/**
 * Brings the database to what this program expects, all or nothing. Any number of processes may start at once: one
 * migrates, the others wait for it.
 *
 * @throws NewerDatabaseError when it is of a later version of the program
 */
export const migrateToLatest = (db: Kysely<Database>, engine: Engine): Promise<void> =>
  db.connection().execute(async (connection) => {
    if (await isUpToDate(connection)) return;
    if (engine === 'sqlite') return migrate(connection, engine);
    // An index on a large table may take longer than a request, and another process that migrates longer than a lock.
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`set lock_timeout = 0`.execute(connection);
    try {
      await migrate(connection, engine);
    } finally {
      await sql`reset statement_timeout`.execute(connection);
      await sql`reset lock_timeout`.execute(connection);
    }
  });

async function migrate(db: Kysely<Database>, engine: Engine): Promise<void> {
  const all = Object.entries(migrations).map(([name, up]): [string, Migration] => [
    name,
    { up: (migrated: Kysely<FrozenTables>) => up(migrated, engine) },
  ]);
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => Object.fromEntries(all) },
    // Named, since Kysely would otherwise take a table of another schema for its own.
    ...(engine === 'postgres' ? { migrationTableSchema: await currentSchema(db) } : {}),
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const failed = results?.find(({ status }) => status === 'Error')?.migrationName;
  throw new Error(`No se pudo migrar la base de datos${failed ? ` (${failed})` : ''}.`, {
    cause: error,
  });
}

async function currentSchema(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ name: string | null }>`select current_schema() as name`.execute(db);
  return rows[0]?.name ?? 'public';
}
