import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import { codeOf } from '../errors/error-code.ts';
import { referenceTables } from './migrations/0001-reference-tables.ts';
import { peopleTables } from './migrations/0002-people-tables.ts';
import { storeTables } from './migrations/0003-store-tables.ts';
import { boxTables } from './migrations/0004-box-tables.ts';
import { eventLog } from './migrations/0005-event-log.ts';
import { outbox } from './migrations/0006-outbox.ts';
import { insertReferenceData } from './migrations/0007-reference-data.ts';
import { invoiceFiles } from './migrations/0008-invoice-files.ts';
import { logIndexes } from './migrations/0009-log-indexes.ts';
import { invoiceChecksAndPresent } from './migrations/0015-invoice-checks-and-present.ts';
import { moneyKeys } from './migrations/0013-money-keys.ts';
import { provableLog } from './migrations/0014-provable-log.ts';
import { undecidedTotals } from './migrations/0016-undecided-totals.ts';
import { secondFactor } from './migrations/0012-second-factor.ts';
import { keptCounts } from './migrations/0019-kept-counts.ts';
import { searchIndex } from './migrations/0020-search-texts.ts';
import { cashCounts } from './migrations/0034-cash-counts.ts';
import { delegations } from './migrations/0024-delegations.ts';
import { keptHistory } from './migrations/0021-kept-history.ts';
import { invoicesToChoose } from './migrations/0026-invoices-to-choose.ts';
import { chosenMails } from './migrations/0029-chosen-mails.ts';
import { invitations } from './migrations/0030-invitations.ts';
import { lastSplits } from './migrations/0022-last-splits.ts';
import { corrections } from './migrations/0027-corrections.ts';
import { recordedAgain } from './migrations/0028-recorded-again.ts';
import { supportContents } from './migrations/0036-support-contents.ts';
import { leases } from './migrations/0037-leases.ts';
import { searchedNamesIndex } from './migrations/0039-searched-names.ts';
import { type DdlWords, ddlWords, type Engine, type FrozenTables } from './migrations/ddl-words.ts';
import type { Database } from './schema.ts';

type Tables = (words: DdlWords, engine: Engine) => string[];

const tables =
  (statements: Tables) =>
  async (db: Kysely<FrozenTables>, engine: Engine): Promise<void> => {
    for (const statement of statements(ddlWords(engine), engine)) {
      await sql.raw(statement).execute(db);
    }
  };

/** In the order of their names, which are kept in the database: never rename, reorder or change one that was released. */
const migrations = {
  '0001-reference-tables': tables(referenceTables),
  '0002-people-tables': tables(peopleTables),
  '0003-store-tables': tables(storeTables),
  '0004-box-tables': tables(boxTables),
  '0005-event-log': tables(eventLog),
  '0006-outbox': tables(outbox),
  '0007-reference-data': insertReferenceData,
  '0008-invoice-files': invoiceFiles,
  '0009-log-indexes': tables(logIndexes),
  '0012-second-factor': tables(secondFactor),
  '0013-money-keys': moneyKeys,
  '0014-provable-log': tables(provableLog),
  '0015-invoice-checks-and-present': tables(invoiceChecksAndPresent),
  '0016-undecided-totals': tables(undecidedTotals),
  '0019-kept-counts': keptCounts,
  '0020-search-texts': tables(searchIndex),
  '0021-kept-history': tables(keptHistory),
  '0022-last-splits': tables(lastSplits),
  '0024-delegations': tables(delegations),
  '0026-invoices-to-choose': tables(invoicesToChoose),
  '0027-corrections': tables(corrections),
  '0028-recorded-again': tables(recordedAgain),
  '0029-chosen-mails': tables(chosenMails),
  '0030-invitations': tables(invitations),
  '0034-cash-counts': tables(cashCounts),
  '0036-support-contents': tables(supportContents),
  '0037-leases': tables(leases),
  '0039-searched-names': tables(searchedNamesIndex),
} satisfies Record<string, (db: Kysely<FrozenTables>, engine: Engine) => Promise<void>>;

export type MigrationName = keyof typeof migrations;
export const migrationNames = Object.keys(migrations) as MigrationName[];

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

/** True when the database is exactly what this program expects; throws when it cannot be reached. */
export async function migrationsAreDone(db: Kysely<Database>): Promise<boolean> {
  const executed = new Set(await executedMigrations(db));
  return (
    executed.size === migrationNames.length && migrationNames.every((name) => executed.has(name))
  );
}

/**
 * For who only reads.
 *
 * @throws NewerDatabaseError, OlderDatabaseError unless the database is what this program expects
 */
export async function requireMigrated(db: Kysely<Database>): Promise<void> {
  await refuseNewerDatabase(db);
  if (!(await migrationsAreDone(db))) throw new OlderDatabaseError();
}

/**
 * Brings the database to what this program expects, all or nothing. Any number of processes may start at once: one
 * migrates, the others wait for it.
 *
 * @throws NewerDatabaseError when it holds a migration that this program does not know
 */
export const migrateToLatest = (db: Kysely<Database>, engine: Engine): Promise<void> =>
  migrateTo(db, engine, null);

/**
 * Brings a database to what an earlier version of the program expected, for tests of the way from there.
 *
 * @param last the migration to end with; null: the newest
 */
export async function migrateTo(
  db: Kysely<Database>,
  engine: Engine,
  last: MigrationName | null,
): Promise<void> {
  await db.connection().execute(async (connection) => {
    await refuseNewerDatabase(connection);
    if (engine === 'sqlite') return migrate(connection, engine, last);
    // Waiting for another process and building an index on a large table may take longer than a request.
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`set lock_timeout = 0`.execute(connection);
    try {
      await migrate(connection, engine, last);
    } finally {
      await sql`reset statement_timeout`.execute(connection);
      await sql`reset lock_timeout`.execute(connection);
    }
  });
}

const isKnown = (name: string): boolean => Object.hasOwn(migrations, name);

async function refuseNewerDatabase(db: Kysely<Database>): Promise<void> {
  const unknown = (await executedMigrations(db)).find((name) => !isKnown(name));
  if (unknown !== undefined) throw new NewerDatabaseError(unknown);
}

async function migrate(
  db: Kysely<Database>,
  engine: Engine,
  last: MigrationName | null,
): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(
          Object.entries(migrations).map(([name, up]): [string, Migration] => [
            name,
            { up: (migrated: Kysely<FrozenTables>) => up(migrated, engine) },
          ]),
        ),
    },
    // Named, since Kysely would otherwise take a table of another schema for its own.
    ...(engine === 'postgres' ? { migrationTableSchema: await currentSchema(db) } : {}),
  });
  const { error, results } = await (last === null
    ? migrator.migrateToLatest()
    : migrator.migrateTo(last));
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
