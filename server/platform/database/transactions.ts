import { type Kysely, PostgresAdapter, type Transaction } from 'kysely';
import { codeOf } from '../errors/http-error.ts';
import { STALE_STATEMENT } from './postgres-pool.ts';
import type { Database } from './schema.ts';

/** Transaction passed to repositories; rows are only read and written inside one. */
export type Trx = Transaction<Database>;

/**
 * Retryable codes. PostgreSQL: serialization failure, deadlock, statement prepared before a migration. SQLite: another
 * connection is writing.
 */
const passingConflicts: readonly string[] = ['40001', '40P01', STALE_STATEMENT, 'SQLITE_BUSY'];
const ATTEMPTS = 3;

/** True on PostgreSQL, false on the embedded database. */
export const onPostgres = (db: Pick<Trx, 'getExecutor'>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;

type Check = (trx: Trx) => Promise<void>;

const fences = new WeakMap<Kysely<Database>, Check>();

/** Returns a handle of the same database that ends each transaction with a check; if it throws, it rolls back. */
export function fencedBy(db: Kysely<Database>, check: Check): Kysely<Database> {
  const handle = db.withoutPlugins();
  fences.set(handle, check);
  return handle;
}

async function repeated<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !passingConflicts.includes(codeOf(error))) throw error;
    }
  }
}

/**
 * Runs work in one transaction and retries it from the start after a passing conflict. Side effects of the work outside
 * `trx` must be idempotent.
 */
export const inTransaction = <Result>(
  db: Kysely<Database>,
  work: (trx: Trx) => Promise<Result>,
): Promise<Result> =>
  repeated(() =>
    db.transaction().execute(async (trx) => {
      const result = await work(trx);
      await fences.get(db)?.(trx);
      return result;
    }),
  );

/**
 * Runs read-only work on a snapshot of the database: it does not see concurrent commits and takes no
 * row locks.
 */
export const inSnapshot = <Result>(
  db: Kysely<Database>,
  work: (trx: Trx) => Promise<Result>,
): Promise<Result> =>
  repeated(() =>
    db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work),
  );

/**
 * Runs read-only work without a transaction: for one statement, or for several that need no common snapshot.
 */
export const withoutTransaction = <Result>(
  db: Kysely<Database>,
  ask: (trx: Trx) => Promise<Result>,
): Promise<Result> => repeated(() => ask(db as Trx));

/** SQLite has a separate code for a primary key that is not generated. */
const uniqueViolations: readonly string[] = [
  '23505',
  'SQLITE_CONSTRAINT_UNIQUE',
  'SQLITE_CONSTRAINT_PRIMARYKEY',
];

/**
 * True for a violation of a unique constraint; with `column`, only when the constraint includes that column.
 */
export function isUniqueViolation(error: unknown, column?: string): error is Error {
  if (!(error instanceof Error) || !uniqueViolations.includes(codeOf(error))) return false;
  return column === undefined || uniqueColumns(error).includes(column);
}

/**
 * Parses «UNIQUE constraint failed: usuarios.tipo_doc, usuarios.num_doc» (SQLite) and «Key (tipo_doc, num_doc)=(1, 7)
 * already exists.» (PostgreSQL, which translates the words but not the parentheses).
 */
function uniqueColumns(error: Error): string[] {
  const detail = 'detail' in error ? String(error.detail) : '';
  const list = /\(([^)]+)\)=/.exec(detail)?.[1] ?? /failed: (.+)$/.exec(error.message)?.[1] ?? '';
  return list.split(',').map((name) => name.trim().replace(/^.*\./, ''));
}
