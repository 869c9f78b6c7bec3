import { statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type BinaryOperationNode,
  ColumnNode,
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type OperationNode,
  type QueryCompiler,
  ReferenceNode,
  type SelectModifierNode,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  SqliteQueryCompiler,
  type SqliteStatement,
  type TransactionSettings,
  ValueNode,
} from 'kysely';
import Libsql from 'libsql';
import { DatabaseGoneError, codeOf, isDamage } from '../errors/http-error.ts';
import { WalSync } from './sqlite-files.ts';
import type { ConnectionLoad } from './postgres-pool.ts';

/** Size of the LRU cache of prepared statements: every query of the program, and many variants of filtered lists. */
const CACHED_STATEMENTS = 500;

/** Statements after which the event loop gets a turn, which frees the memory that libsql holds for them. */
const STATEMENTS_PER_YIELD = 1_000;

/** Matches statements that may write; keywords count anywhere in the text. */
const changing = /\b(insert|update|delete|create|alter|drop)\b/i;

/**
 * libsql with cached prepared statements, since preparing a statement costs more than a read by key. Refuses values
 * without an SQLite type: a boolean would make libsql abort the process, and NaN would silently become null.
 */
export class LibsqlDatabase implements SqliteDatabase {
  readonly #database: Libsql.Database;
  readonly #statements = new Map<string, CachedStatement>();
  readonly #log: WalSync | null;
  readonly #before: () => void;
  #damage: unknown = null;
  readonly #requireInPlace: () => void;
  #mayHaveChanged = false;
  #sinceTurn = 0;

  /**
   * @param log null for a connection that only reads
   * @param before called before each statement
   * @param requireInPlace throws when the file is not at its path any more
   */
  constructor(
    database: Libsql.Database,
    log: WalSync | null = null,
    before: () => void = () => undefined,
    requireInPlace: () => void = () => undefined,
  ) {
    this.#database = database;
    this.#log = log;
    this.#before = before;
    this.#requireInPlace = requireInPlace;
  }

  /** The error by which the file turned out to be damaged; null while none did. */
  get damage(): unknown {
    return this.#damage;
  }

  /** Remembers an error that means that the file is damaged, also when another connection met it. */
  noteDamage(error: unknown): void {
    if (isDamage(error)) this.#damage ??= error;
  }

  #watched<Result>(run: () => Result): Result {
    try {
      return run();
    } catch (error) {
      this.noteDamage(error);
      throw error;
    }
  }

  /** Returns the cached statement for a text. Kysely calls this before each execution. */
  prepare(text: string): SqliteStatement {
    this.#before();
    this.#sinceTurn += 1;
    const stored = this.#statements.get(text) ?? this.#keep(text);
    if (stored.changes) this.#mayHaveChanged = true;
    // Reinserted last, so the least recently used statement is the first to be evicted.
    this.#statements.delete(text);
    this.#statements.set(text, stored);
    return stored;
  }

  #keep(text: string): CachedStatement {
    const changes = changing.test(text);
    const prepared = this.#watched(() => this.#database.prepare(text));
    const statement = { ...this.#bound(prepared), changes };
    const [oldest] = this.#statements.keys();
    if (this.#statements.size === CACHED_STATEMENTS && oldest !== undefined)
      this.#statements.delete(oldest);
    return statement;
  }

  #bound(statement: Libsql.Statement): SqliteStatement {
    const { reader } = statement;
    return {
      reader,
      all: (parameters) => this.#watched(() => statement.all(bindable(parameters))),
      run: (parameters) => this.#watched(() => statement.run(bindable(parameters))),
      iterate: (parameters) => statement.iterate(bindable(parameters)),
    };
  }

  get inTransaction(): boolean {
    return this.#database.inTransaction;
  }

  /** Skips `before`, which may throw after a cancellation: the connection must not stay in a transaction. */
  rollBack(): void {
    this.#database.exec('rollback');
  }

  /** Called before a transaction, or a statement without one. @throws DatabaseGoneError */
  requireInPlace(): void {
    try {
      this.#requireInPlace();
    } catch (error) {
      this.#emptyLog();
      throw error;
    }
  }

  /**
   * Moves the WAL into the open database file, wherever that is now: the file is then complete without its WAL, and
   * another file at its path is never paired with it.
   */
  #emptyLog(): void {
    if (this.#log === null || this.#database.inTransaction) return;
    try {
      this.#database.exec('pragma wal_checkpoint(truncate)');
    } catch {
      // Another connection reads, or the disk is full: the next call tries again.
    }
  }

  /** Called after a transaction, or after a statement without one. @returns whether it may have changed rows */
  ended(): boolean {
    const changed = this.#mayHaveChanged;
    if (changed) this.#log?.committed();
    this.#mayHaveChanged = false;
    return changed;
  }

  /** Yields to the event loop from time to time: only then libsql frees memory, and awaiting queries never yields. */
  turned(): Promise<void> | undefined {
    if (this.#sinceTurn < STATEMENTS_PER_YIELD) return undefined;
    this.#sinceTurn = 0;
    return nextTurn();
  }

  /** Resolves once every transaction so far is on disk. */
  settled(): Promise<void> | undefined {
    return this.#log?.flushed();
  }

  closeLog(): Promise<void> | undefined {
    return this.#log?.close();
  }

  close(): void {
    if (!this.#database.open) return;
    this.#emptyLog();
    this.#statements.clear();
    this.#database.close();
  }
}

interface CachedStatement extends SqliteStatement {
  /** The statement may write. */
  changes: boolean;
}

function bindable(parameters: readonly unknown[]): unknown[] {
  for (const value of parameters) {
    const wrong =
      typeof value === 'boolean' || (typeof value === 'number' && !Number.isFinite(value));
    if (wrong)
      throw new TypeError(`the database has no type for ${String(value)}: flags are 0 or 1`);
  }
  return [...parameters];
}

/**
 * Write transactions begin immediate, so what they read cannot be outdated when they write. Read-only transactions
 * take no lock and see the database as of their first query. A damaged file is written no more: that would damage
 * more of it, or store a change where a repair does not find it.
 */
class ImmediateDriver extends SqliteDriver {
  readonly #database: LibsqlDatabase;
  #begun = 0;

  constructor(database: LibsqlDatabase) {
    super({ database });
    this.#database = database;
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    { accessMode }: TransactionSettings = {},
  ): Promise<void> {
    const reads = accessMode === 'read only';
    if (!reads && this.#database.damage !== null) throw this.#database.damage;
    const begin = reads ? 'begin' : 'begin immediate';
    await connection.executeQuery(CompiledQuery.raw(begin));
  }

  /** Number of users that hold or await the single connection. */
  get begun(): number {
    return this.#begun;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#database.requireInPlace();
    this.#begun += 1;
    return super.acquireConnection();
  }

  /**
   * Resolves only when all commits so far are on disk, in the file that is at the path of the database; the next user
   * gets the connection before that.
   */
  override async releaseConnection(): Promise<void> {
    const changed = this.#database.ended();
    this.#begun -= 1;
    await super.releaseConnection();
    await this.#database.settled();
    if (changed) this.#database.requireInPlace();
    await this.#database.turned();
  }

  override async destroy(): Promise<void> {
    await super.destroy();
    await this.#database.closeLog();
  }

  /** On a full disk SQLite rolls back automatically; a second rollback would fail and hide the cause. */
  override async rollbackTransaction(): Promise<void> {
    if (this.#database.inTransaction) this.#database.rollBack();
  }
}

/**
 * Columns in the conditions of partial indexes. SQLite reprepares a statement that compares one of them with a
 * parameter on each execution, since the value decides whether the index applies.
 */
const partiallyIndexed: readonly string[] = ['active', 'eliminado', 'tipo', 'vigente'];

const isPartiallyIndexed = (operand: OperationNode): boolean =>
  ReferenceNode.is(operand) &&
  ColumnNode.is(operand.column) &&
  partiallyIndexed.includes(operand.column.column.name);

/** Drops the row locks that repositories request: a write transaction of SQLite already locks the whole database. */
class LockFreeCompiler extends SqliteQueryCompiler {
  static readonly #lockModifiers: readonly string[] = [
    'ForUpdate',
    'ForNoKeyUpdate',
    'ForShare',
    'ForKeyShare',
    'NoWait',
    'SkipLocked',
  ];

  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier && LockFreeCompiler.#lockModifiers.includes(node.modifier)) return;
    super.visitSelectModifier(node);
  }

  /** Inlines integers that are compared with such a column; they are codes, so there are few distinct statements. */
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { leftOperand, rightOperand } = node;
    const isCode =
      isPartiallyIndexed(leftOperand) &&
      ValueNode.is(rightOperand) &&
      Number.isInteger(rightOperand.value);
    super.visitBinaryOperation(
      isCode ? { ...node, rightOperand: ValueNode.createImmediate(rightOperand.value) } : node,
    );
  }
}

/** DDL is transactional in SQLite, so a failed migration leaves nothing behind. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

export class LibsqlDialect extends SqliteDialect {
  readonly #database: LibsqlDatabase;
  #driver: ImmediateDriver | null = null;

  constructor(database: LibsqlDatabase) {
    super({ database });
    this.#database = database;
  }

  override createDriver(): Driver {
    this.#driver = new ImmediateDriver(this.#database);
    return this.#driver;
  }

  load(): ConnectionLoad {
    const begun = this.#driver?.begun ?? 0;
    const used = Math.min(begun, 1);
    return { used, idle: 1 - used, waiting: begun - used };
  }

  override createQueryCompiler(): QueryCompiler {
    return new LockFreeCompiler();
  }

  override createAdapter(): TransactionalAdapter {
    return new TransactionalAdapter();
  }
}

/** The data folder lock excludes other servers, but a backup may hold the file briefly. */
const BUSY_TIMEOUT_MS = 5000;

/**
 * Opens a read-only connection to an existing file that another process may use.
 *
 * @param opened identity of the file; without it, any file
 * @throws DatabaseGoneError for another file or none: SQLite would create it, and delete the WAL of the one before
 */
export function openFileForReading(
  file: string,
  { before, opened }: { before?: (() => void) | undefined; opened?: string | undefined } = {},
): LibsqlDatabase {
  requireFile(file, opened);
  const database = new Libsql(file);
  database.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}; pragma query_only = on;`);
  return new LibsqlDatabase(database, null, before);
}

/**
 * Writes a consistent copy of the database to disk while other connections use it.
 *
 * @param target a file that does not exist yet
 */
export function copyDatabase(file: string, target: string): void {
  const database = new Libsql(file);
  try {
    database.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
    database.prepare('vacuum into ?').run([target]);
  } finally {
    database.close();
  }
}

/** Results of SQLite's integrity and foreign key checks, for a database that is not in use; empty when sound. */
export function integrityFaults(file: string): string[] {
  const database = new Libsql(file);
  try {
    const found = database.prepare('pragma integrity_check').all() as { integrity_check: string }[];
    const orphans = database.prepare('pragma foreign_key_check').all() as { table: string }[];
    return [
      ...found.map((row) => row.integrity_check).filter((finding) => finding !== 'ok'),
      ...orphans.map(({ table }) => `${table}: una fila nombra otra que no está`),
    ];
  } finally {
    database.close();
  }
}

/** WAL size in bytes from which it is checkpointed, and to which it is truncated when it restarts. */
const LOG_BYTES = 4 * 1024 * 1024;

/** WAL pages at which a writer checkpoints automatically, when no background job does. */
const LONGEST_LOG = 20_000;

/** Page cache of `openFileAlone`, in kilobytes. */
const ALONE_KB = 256 * 1024;

/** Path of the WAL: committed changes that are not yet in the database file. */
const logOf = (file: string): string => `${file}-wal`;

/**
 * Checkpoints the WAL without blocking readers or writers (passive mode). Runs in a worker thread, since it blocks on
 * disk writes.
 */
export function checkpoint(file: string, opened?: string): void {
  requireFile(file, opened);
  const database = new Libsql(file);
  try {
    database.exec('pragma wal_checkpoint(passive)');
  } finally {
    database.close();
  }
}

/** Device and inode, which differ for a file that replaces another one; null for a missing file. */
export function identityOf(file: string): string | null {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev}:${found.ino}`;
}

function requireFile(file: string, opened: string | undefined): void {
  const identity = identityOf(file);
  if (identity === null || (opened !== undefined && identity !== opened))
    throw new DatabaseGoneError(file);
}

/**
 * Remembers files that are open. SQLite continues to write to a file that was deleted or renamed, and all of it is lost
 * when the process ends.
 *
 * @returns a function that throws DatabaseGoneError when one of the paths leads to another file or to none
 */
function inPlaceCheck(files: readonly string[]): () => void {
  const opened = files.map((file) => ({ file, identity: identityOf(file) }));
  return () => {
    for (const { file, identity } of opened)
      if (identityOf(file) !== identity) throw new DatabaseGoneError(file);
  };
}

/** When the WAL was last written, in epoch milliseconds; null when it is missing or too short to checkpoint. */
export async function longLogSince(file: string): Promise<number | null> {
  try {
    const { size, mtimeMs } = await stat(logOf(file));
    return size > LOG_BYTES ? mtimeMs : null;
  } catch {
    return null;
  }
}

/**
 * The connection of the server: results are durable before they are returned, and foreign keys are enforced. With
 * `synchronous = normal` SQLite syncs the WAL only before a checkpoint or a restart of the WAL, which keeps the
 * database consistent; `WalSync` syncs it for each commit.
 */
export function openFile(file: string): LibsqlDatabase {
  const database = openForWriting(
    file,
    `pragma wal_autocheckpoint = ${LONGEST_LOG};
    pragma journal_size_limit = ${LOG_BYTES};
    pragma journal_mode = wal;
    pragma synchronous = normal;`,
  );
  // SQLite creates the WAL and its index with the first read.
  database.prepare('select count(*) from sqlite_schema').get();
  return new LibsqlDatabase(
    database,
    new WalSync(logOf(file)),
    undefined,
    inPlaceCheck([file, logOf(file), `${file}-shm`]),
  );
}

/**
 * The connection of a bulk import without other users. With a rollback journal, new pages are written once, directly
 * to the database file; a WAL would write them twice.
 */
export function openFileAlone(file: string): LibsqlDatabase {
  const database = openForWriting(
    file,
    `pragma synchronous = full;
    pragma cache_size = -${ALONE_KB};
    pragma threads = 2;`,
  );
  try {
    database.exec('pragma journal_mode = delete');
  } catch (error) {
    // Another connection reads the database: it stays in WAL mode.
    if (codeOf(error) !== 'SQLITE_BUSY') throw error;
  }
  return new LibsqlDatabase(database, null, undefined, inPlaceCheck([file]));
}

function openForWriting(file: string, settings: string): Libsql.Database {
  const database = new Libsql(file);
  database.exec(`
    pragma busy_timeout = ${BUSY_TIMEOUT_MS};
    ${settings}
    pragma foreign_keys = on;
    pragma temp_store = memory;
  `);
  return database;
}
