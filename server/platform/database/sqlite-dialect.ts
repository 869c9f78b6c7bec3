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
import { codeOf } from '../errors/http-error.ts';
import { LogOnDisk } from './sqlite-files.ts';
import type { ConnectionLoad } from './postgres-pool.ts';

/** Enough for every query of the program; a list with many filters must not push the others out for long. */
const KEPT_STATEMENTS = 500;

/** Statements after which the loop has a turn: they keep 1 to 13 kB each until then. */
const STATEMENTS_OF_A_TURN = 1_000;

/** Words of a statement that may change something, wherever they stand in it. */
const changing = /\b(insert|update|delete|create|alter|drop)\b/i;

/**
 * libsql with its statements stored: preparing costs more than running (28 µs against 10 µs for a read by key).
 * Values that SQLite has no type for are refused here, since a boolean makes libsql end the whole process and NaN
 * silently becomes null.
 */
export class LibsqlDatabase implements SqliteDatabase {
  readonly #database: Libsql.Database;
  readonly #statements = new Map<string, CachedStatement>();
  readonly #log: LogOnDisk | null;
  readonly #before: () => void;
  #mayHaveChanged = false;
  #sinceTurn = 0;

  /**
   * @param log null for a connection that only reads
   * @param before called before each statement
   */
  constructor(
    database: Libsql.Database,
    log: LogOnDisk | null = null,
    before: () => void = () => undefined,
  ) {
    this.#database = database;
    this.#log = log;
    this.#before = before;
  }

  /** Prepared anew for each time it runs. */
  prepare(text: string): SqliteStatement {
    this.#before();
    this.#sinceTurn += 1;
    const stored = this.#statements.get(text) ?? this.#keep(text);
    if (stored.changes) this.#mayHaveChanged = true;
    // The one that was used last is the last to go.
    this.#statements.delete(text);
    this.#statements.set(text, stored);
    return stored;
  }

  #keep(text: string): CachedStatement {
    const changes = changing.test(text);
    const statement = { ...boundStatement(this.#database.prepare(text)), changes };
    const [oldest] = this.#statements.keys();
    if (this.#statements.size === KEPT_STATEMENTS && oldest !== undefined)
      this.#statements.delete(oldest);
    return statement;
  }

  get inTransaction(): boolean {
    return this.#database.inTransaction;
  }

  /** Also when nobody waits any more: what uses the connection next must not find it in a transaction. */
  rollBack(): void {
    this.#database.exec('rollback');
  }

  /** Called after a transaction, or after a statement without one. */
  ended(): void {
    if (this.#mayHaveChanged) this.#log?.committed();
    this.#mayHaveChanged = false;
  }

  /** Lets the loop turn from time to time: only then the driver gives back memory, and who awaits answers alone never does. */
  turned(): Promise<void> | undefined {
    if (this.#sinceTurn < STATEMENTS_OF_A_TURN) return undefined;
    this.#sinceTurn = 0;
    return nextTurn();
  }

  /** Resolves once every transaction so far is on the disk. */
  settled(): Promise<void> | undefined {
    return this.#log?.settled();
  }

  closeLog(): Promise<void> | undefined {
    return this.#log?.close();
  }

  close(): void {
    if (!this.#database.open) return;
    this.#statements.clear();
    this.#database.close();
  }
}

interface CachedStatement extends SqliteStatement {
  /** It may change something. */
  changes: boolean;
}

function boundStatement(statement: Libsql.Statement): SqliteStatement {
  const { reader } = statement;
  return {
    reader,
    all: (parameters) => statement.all(bindable(parameters)),
    run: (parameters) => statement.run(bindable(parameters)),
    iterate: (parameters) => statement.iterate(bindable(parameters)),
  };
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
 * Writers take their turn when the transaction begins, so no read inside one can be outdated when it writes. What only
 * reads waits for nobody: it sees the database as it was at its first query.
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
    const begin = accessMode === 'read only' ? 'begin' : 'begin immediate';
    await connection.executeQuery(CompiledQuery.raw(begin));
  }

  /** Those who have the one connection, or wait for it. */
  get begun(): number {
    return this.#begun;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#begun += 1;
    return super.acquireConnection();
  }

  /** Answers nobody before the disk has what was committed until then, by whomever; the next one works meanwhile. */
  override async releaseConnection(): Promise<void> {
    this.#database.ended();
    this.#begun -= 1;
    await super.releaseConnection();
    await this.#database.settled();
    await this.#database.turned();
  }

  override async destroy(): Promise<void> {
    await super.destroy();
    await this.#database.closeLog();
  }

  /** A full disk makes SQLite roll back by itself; to do it again would hide why. */
  override async rollbackTransaction(): Promise<void> {
    if (this.#database.inTransaction) this.#database.rollBack();
  }
}

/**
 * Columns of the conditions of partial indexes. A statement that compares one of them with a parameter is prepared anew
 * for each time it runs, since the value may open the index: 34 µs instead of 5 for the session of a request.
 */
const partiallyIndexed: readonly string[] = ['active', 'eliminado', 'tipo'];

const isPartiallyIndexed = (operand: OperationNode): boolean =>
  ReferenceNode.is(operand) &&
  ColumnNode.is(operand.column) &&
  partiallyIndexed.includes(operand.column.column.name);

/** A transaction already has the database for itself: row locks are written by repositories and left out here. */
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

  /** Writes codes that are compared with such a column into the text: there are few of them. */
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

/** Definitions of tables take part in SQLite's transactions, so a failed migration leaves nothing behind. */
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

/** No other process of this program is let in, but a backup may hold the file for a moment. */
const BUSY_TIMEOUT_MS = 5000;

/** A second connection to a file that another process may have: it reads, and cannot write. */
export function openFileForReading(file: string, before?: () => void): LibsqlDatabase {
  const database = new Libsql(file);
  database.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}; pragma query_only = on;`);
  return new LibsqlDatabase(database, null, before);
}

/**
 * A copy of the database as it is at this moment, whole and on the disk, while others work on it.
 *
 * @param target a file that is not there yet
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

/** Faults that SQLite itself finds in a database that nobody works on; empty when all is well. */
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

/** Bytes of the log from which it is brought into the database, and to which it is cut when it begins anew. */
const LOG_BYTES = 4 * 1024 * 1024;

/** Pages of the log from which a writer brings it into the database itself, where nobody else does. */
const LONGEST_LOG = 20_000;

/** Kilobytes of pages in the memory of a program that works alone. */
const ALONE_KB = 256 * 1024;

/** The log of what is on the disk but not yet in the database file. */
const logOf = (file: string): string => `${file}-wal`;

/**
 * Brings the log into the database while others write; it waits for nobody and keeps nobody waiting. In a thread of
 * its own, since it waits for the disk.
 */
export function checkpoint(file: string): void {
  const database = new Libsql(file);
  try {
    database.exec('pragma wal_checkpoint(passive)');
  } finally {
    database.close();
  }
}

/** When the log was written, in epoch milliseconds; null for one that is too short to be brought over. */
export async function longLogSince(file: string): Promise<number | null> {
  try {
    const { size, mtimeMs } = await stat(logOf(file));
    return size > LOG_BYTES ? mtimeMs : null;
  } catch {
    return null;
  }
}

/**
 * The connection of the process: what it has answered is on the disk, and foreign keys hold. SQLite itself puts the log on
 * the disk only before it begins anew and before it is brought over (`synchronous = normal`), which keeps the database
 * whole; `LogOnDisk` does it for each commit.
 */
export function openFile(file: string): LibsqlDatabase {
  return new LibsqlDatabase(
    openForWriting(
      file,
      `pragma wal_autocheckpoint = ${LONGEST_LOG};
      pragma journal_size_limit = ${LOG_BYTES};
      pragma journal_mode = wal;
      pragma synchronous = normal;`,
    ),
    new LogOnDisk(logOf(file)),
  );
}

/**
 * The connection of a program that works alone and adds much at once. What is new is written once, into the database
 * itself, beside a journal of the few pages that were there: a log would have all of it written twice.
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
    // Somebody reads it meanwhile: it keeps its log.
    if (codeOf(error) !== 'SQLITE_BUSY') throw error;
  }
  return new LibsqlDatabase(database);
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
