import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import { productVersion } from '../config/project-root.ts';
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
import { oldestRelease } from './migrations/0038-oldest-release.ts';
import { searchedNamesIndex } from './migrations/0039-searched-names.ts';
import { mailTrace } from './migrations/0040-mail-trace.ts';
import { type DdlWords, ddlWords, type Engine, type FrozenTables } from './migrations/ddl-words.ts';
import type { Database } from './schema.ts';
import { isAtLeast, OlderReleaseServesError, requireNoOlder } from './serving-releases.ts';

type Up = (db: Kysely<FrozenTables>, engine: Engine) => Promise<void>;

/**
 * A migration beside which another release may be serving. `expand`: the releases that served before go on, since it only
 * adds what they need not know. `contract`: those before `oldest`, a release that is out, stop; `oldest` and later ones know
 * neither what it takes away nor what it forbids.
 */
export type Step = { kind: 'expand'; up: Up } | { kind: 'contract'; oldest: string; up: Up };

type Tables = (words: DdlWords, engine: Engine) => string[];

const tables =
  (statements: Tables): Up =>
  async (db, engine) => {
    for (const statement of statements(ddlWords(engine), engine)) {
      await sql.raw(statement).execute(db);
    }
  };

/** Those of before the first release, beside which nothing older serves. Complete. */
const first = {
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
} satisfies Record<string, Up>;

/** In the order of their names, which are kept in the database: never rename, reorder or change one that was released. */
const later = {
  '0038-oldest-release': { kind: 'expand', up: tables(oldestRelease) },
  '0039-searched-names': { kind: 'expand', up: tables(searchedNamesIndex) },
  '0040-mail-trace': { kind: 'expand', up: tables(mailTrace) },
} satisfies Record<string, Step>;

export type MigrationName = keyof typeof first | keyof typeof later;
export const migrationNames = Object.keys({ ...first, ...later }) as MigrationName[];
export const laterMigrations: Readonly<Record<string, Step>> = later;
const isKnown = (name: string): boolean => Object.hasOwn(first, name) || Object.hasOwn(later, name);

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

/** The oldest release that may serve on the schema; null where it does not say so. */
async function oldestThatMayServe(db: Kysely<Database>): Promise<string | null> {
  try {
    const { rows } = await sql<{ version: string }>`select version_minima as version
      from esquema`.execute(db);
    return rows[0]?.version ?? null;
  } catch (error) {
    if (isMissingTable(error)) return null;
    throw error;
  }
}

interface SchemaState {
  /** Every migration of this program is there. */
  done: boolean;
  /** One of a later release, with which this program must not work; null when there is none. */
  refused: string | null;
}

async function schemaState(db: Kysely<Database>): Promise<SchemaState> {
  const executed = await executedMigrations(db);
  const done = migrationNames.every((name) => executed.includes(name));
  const unknown = executed.find((name) => !isKnown(name));
  if (unknown === undefined) return { done, refused: null };
  const oldest = done ? await oldestThatMayServe(db) : null;
  const serves = oldest !== null && isAtLeast(productVersion(), oldest);
  return { done, refused: serves ? null : unknown };
}

/**
 * True when the database has what this program expects, and nothing that keeps this program from serving: a later release
 * may have expanded it. Throws when it cannot be reached.
 */
export async function migrationsAreDone(db: Kysely<Database>): Promise<boolean> {
  const { done, refused } = await schemaState(db);
  return done && refused === null;
}

/**
 * For who only reads.
 *
 * @throws NewerDatabaseError, OlderDatabaseError unless the database is what this program expects
 */
export async function requireMigrated(db: Kysely<Database>): Promise<void> {
  if (!(await doneUnlessNewer(db))) throw new OlderDatabaseError();
}

/** @throws NewerDatabaseError */
async function doneUnlessNewer(db: Kysely<Database>): Promise<boolean> {
  const { done, refused } = await schemaState(db);
  if (refused !== null) throw new NewerDatabaseError(refused);
  return done;
}

/**
 * Brings the database to what this program expects, all or nothing. Any number of processes may start at once: one
 * migrates, the others wait for it. One that a later release has expanded is left as it is.
 *
 * @throws NewerDatabaseError when a later release made it such that this program must not work with it
 * @throws OlderReleaseServesError when somebody still works on it who could not go on
 */
export const migrateToLatest = (db: Kysely<Database>, engine: Engine): Promise<void> =>
  migrateTo(db, engine, null);

/** Milliseconds that a migration on PostgreSQL waits for a lock: so long others may have to wait behind it. */
const LOCK_PATIENCE = 1_000;
/** Milliseconds in which they go on, before it tries again from its beginning. */
const LOCK_PAUSE = 500;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Brings a database to what another version of the program expects, for tests of the way from there and to there.
 *
 * @param last the migration to end with; null: the newest
 * @param madeUp migrations of a release that is yet to come
 */
export async function migrateTo(
  db: Kysely<Database>,
  engine: Engine,
  last: MigrationName | null,
  madeUp: Readonly<Record<string, Step>> = {},
): Promise<void> {
  await db.connection().execute(async (connection) => {
    const isDone = await doneUnlessNewer(connection);
    if (isDone && last === null && Object.keys(madeUp).length === 0) return;
    const steps = { ...laterMigrations, ...madeUp };
    if (engine === 'sqlite') return migrate(connection, engine, last, steps);
    // Building an index on a large table may take longer than a request. What waits for a table keeps all those waiting
    // who come after it, of a release that serves too: so it gives up soon, and comes back.
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`set lock_timeout = ${sql.lit(LOCK_PATIENCE)}`.execute(connection);
    try {
      while (!(await migratedUnlessLocked(connection, engine, last, steps))) await wait(LOCK_PAUSE);
    } finally {
      await sql`reset statement_timeout`.execute(connection);
      await sql`reset lock_timeout`.execute(connection);
    }
  });
}

async function migratedUnlessLocked(...migration: Parameters<typeof migrate>): Promise<boolean> {
  try {
    await migrate(...migration);
    return true;
  } catch (error) {
    if (error instanceof Error && codeOf(error.cause) === LOCK_NOT_AVAILABLE) return false;
    throw error;
  }
}

/** From then on older releases than this one see that they must not serve. */
async function raiseOldest(db: Kysely<FrozenTables>, oldest: string): Promise<void> {
  const { rows } = await sql<{
    version: string;
  }>`select version_minima as version from esquema`.execute(db);
  if (!isAtLeast(rows[0]?.version ?? '', oldest))
    await sql`update esquema set version_minima = ${oldest}`.execute(db);
}

async function migrate(
  db: Kysely<Database>,
  engine: Engine,
  last: MigrationName | null,
  steps: Readonly<Record<string, Step>>,
): Promise<void> {
  const ofFirst = Object.entries(first).map(([name, up]): [string, Migration] => [
    name,
    { up: (migrated: Kysely<FrozenTables>) => up(migrated, engine) },
  ]);
  const ofLater = Object.entries(steps).map(([name, step]): [string, Migration] => [
    name,
    {
      up: async (migrated: Kysely<FrozenTables>) => {
        if (step.kind === 'contract' && engine === 'postgres')
          await requireNoOlder(migrated, name, step.oldest);
        await step.up(migrated, engine);
        if (step.kind === 'contract') await raiseOldest(migrated, step.oldest);
      },
    },
  ]);
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => Object.fromEntries([...ofFirst, ...ofLater]) },
    // Named, since Kysely would otherwise take a table of another schema for its own.
    ...(engine === 'postgres' ? { migrationTableSchema: await currentSchema(db) } : {}),
  });
  const { error, results } = await (last === null
    ? migrator.migrateToLatest()
    : migrator.migrateTo(last));
  if (error === undefined) return;
  if (error instanceof OlderReleaseServesError) throw error;
  const failed = results?.find(({ status }) => status === 'Error')?.migrationName;
  throw new Error(`No se pudo migrar la base de datos${failed ? ` (${failed})` : ''}.`, {
    cause: error,
  });
}

async function currentSchema(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ name: string | null }>`select current_schema() as name`.execute(db);
  return rows[0]?.name ?? 'public';
}
