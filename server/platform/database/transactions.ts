import { type Kysely, PostgresAdapter, type Transaction } from 'kysely';
import { codeOf } from '../errors/http-error.ts';
import type { Database } from './schema.ts';

/** Transaction that repositories take: rows are read and written only inside one. */
export type Trx = Transaction<Database>;

/** PostgreSQL: serialization failure and deadlock. SQLite: another connection of the process is writing. */
const passingConflicts: readonly string[] = ['40001', '40P01', 'SQLITE_BUSY'];
const ATTEMPTS = 3;

/** True on PostgreSQL, false on the embedded database. */
export const onPostgres = (db: Pick<Trx, 'getExecutor'>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;

type Check = (trx: Trx) => Promise<void>;

const fences = new WeakMap<Kysely<Database>, Check>();

/** A handle of the same database whose transactions, each time, end with a check: what it throws undoes them. */
export function fencedBy(db: Kysely<Database>, check: Check): Kysely<Database> {
  const handle = db.withoutPlugins();
  fences.set(handle, check);
  return handle;
}

/**
 * Runs work in one transaction, again from the start when the engine gave it up in favour of another one. So work
 * must do nothing but queries of its `trx`, or what it does beside them must bear repetition.
 */
export async function inTransaction<Result>(
  db: Kysely<Database>,
  work: (trx: Trx) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(async (trx) => {
        const result = await work(trx);
        await fences.get(db)?.(trx);
        return result;
      });
    } catch (error) {
      if (attempt === ATTEMPTS || !passingConflicts.includes(codeOf(error))) throw error;
    }
  }
}

/**
 * Runs work that only reads, on the database as it is at this moment: what others commit meanwhile is not
 * seen, and nobody waits for it.
 */
export const inSnapshot = <Result>(
  db: Kysely<Database>,
  work: (trx: Trx) => Promise<Result>,
): Promise<Result> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);

/**
 * Runs work of one statement, or of a few that need not be of the same moment: nothing begins nor commits. It must only
 * read.
 */
export const withoutTransaction = <Result>(
  db: Kysely<Database>,
  ask: (trx: Trx) => Promise<Result>,
): Promise<Result> => ask(db as Trx);

/** SQLite names a key that is not generated apart from other unique columns. */
const uniqueViolations: readonly string[] = [
  '23505',
  'SQLITE_CONSTRAINT_UNIQUE',
  'SQLITE_CONSTRAINT_PRIMARYKEY',
];

/**
 * True when a row was refused because another one has the same unique value; with a column, only when that column
 * is one of those that had to be unique.
 */
export function isUniqueViolation(error: unknown, column?: string): error is Error {
  if (!(error instanceof Error) || !uniqueViolations.includes(codeOf(error))) return false;
  return column === undefined || uniqueColumns(error).includes(column);
}

/**
 * «UNIQUE constraint failed: usuarios.tipo_doc, usuarios.num_doc» and «Key (tipo_doc, num_doc)=(1, 7) already exists.»,
 * whose words PostgreSQL translates and whose parentheses it does not.
 */
function uniqueColumns(error: Error): string[] {
  const detail = 'detail' in error ? String(error.detail) : '';
  const list = /\(([^)]+)\)=/.exec(detail)?.[1] ?? /failed: (.+)$/.exec(error.message)?.[1] ?? '';
  return list.split(',').map((name) => name.trim().replace(/^.*\./, ''));
}
