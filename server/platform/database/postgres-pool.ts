/** Connection pool for PostgreSQL, with timeouts for the server and for the network. */
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { codeOf } from '../errors/http-error.ts';
import { StatementNames } from './statement-names.ts';

/** Milliseconds. Longer than a user waits, so whatever exceeds them is stuck. */
interface PostgresTimeouts {
  /** Time to open a connection or to get a free one from the pool. */
  connection: number;
  /** Limit of a statement; migrations disable this limit and `lock`. */
  statement: number;
  lock: number;
  idleInTransaction: number;
  /** Time to a response; longer than `statement`, so it only detects network failures. Null: no limit. */
  answer: number | null;
}

export const postgresTimeouts: PostgresTimeouts = {
  connection: 10_000,
  statement: 30_000,
  lock: 10_000,
  idleInTransaction: 30_000,
  answer: 35_000,
};

export interface PostgresOptions {
  databaseUrl: string;
  /** Maximum number of connections of this process. */
  poolSize?: number;
  /** Called for every broken connection. */
  onPoolError?: (error: Error) => void;
  /** Each connection keeps its statements prepared. Default: false. */
  prepares?: boolean | undefined;
  timeouts?: Partial<PostgresTimeouts>;
}

const failure = (message: string, code: string): Error =>
  Object.assign(new Error(message), { code });

/** Adds codes to the timeout and lost-connection errors of `pg`, which only have a message. */
function coded(error: unknown): unknown {
  if (!(error instanceof Error) || 'code' in error) return error;
  if (/time(d )?out/i.test(error.message)) return failure(error.message, 'ETIMEDOUT');
  if (/terminated|not queryable/i.test(error.message)) return failure(error.message, 'ECONNRESET');
  return error;
}

/**
 * Origin of the warning that PostgreSQL sends with a successful commit when it stopped waiting for a synchronous
 * standby: the change exists only on the primary.
 */
const GAVE_UP_STANDBY = 'SyncRepWaitForLSN';

/** True for an error of the statement, after which the connection is still usable. */
const isOfStatement = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.severity !== 'FATAL';

/** Code of the error of a prepared `select *` whose table has got a column since. */
export const STALE_STATEMENT = '0A000';

const beginsTransaction = /^(begin|start transaction)\b/;
const endsTransaction = /^(commit|rollback)$/;
const writes = /^(insert|update|delete)\b/;
const returns = /\breturning\b/;
/** The statements of `lockName` and `lockOnly`, which read nothing. */
const locks = /^select (null|concat\(pg_advisory_xact_lock)/;

/** Statements that are sent without waiting, at most: a longer import waits for the server. */
const MOST_UNANSWERED = 20;

const noAnswer = { command: '', rowCount: null, rows: [] };

/**
 * Waits for no answer that nobody reads: in a transaction, for those of its begin, of locks that read nothing and of writes
 * without `returning`, whose error becomes that of the next statement or of the commit; and for the end of a read-only transaction.
 *
 * Closes a connection that does not respond in time: a frozen server or a network that drops packets would otherwise
 * block the request and the connection until the TCP timeout. A lost connection gets no further queries, since the error
 * of its rollback would hide the cause.
 */
function withResponseTimeout(
  client: pg.PoolClient,
  limit: number | null,
  names: StatementNames | null,
): PostgresPoolClient {
  let lost: unknown = null;
  let alone = false;
  const listen = (notice: { routine?: string | undefined }) => {
    alone ||= notice.routine === GAVE_UP_STANDBY;
  };
  client.on('notice', listen);
  const send = async (text: string, parameters: readonly unknown[] = []) => {
    if (lost !== null) throw lost;
    const giveUp = () =>
      client.connection.stream.destroy(failure('the database is silent', 'ETIMEDOUT'));
    const timer = limit === null ? undefined : setTimeout(giveUp, limit);
    alone = false;
    try {
      const name = names?.of(text);
      const result = await client.query({ text, values: [...parameters], ...(name && { name }) });
      if (alone) throw failure('the change is on one node alone', 'ETIMEDOUT');
      return result;
    } catch (error) {
      if (!isOfStatement(error)) lost = coded(error);
      else if (codeOf(error) === STALE_STATEMENT) names?.giveUp();
      throw coded(error);
    } finally {
      clearTimeout(timer);
    }
  };
  let transaction: { isReadOnly: boolean; unanswered: Promise<unknown>[] } | null = null;
  const query = async (text: string, parameters?: readonly unknown[]) => {
    const sent = send(text, parameters);
    // The wait for the next statement fails with the same error.
    sent.catch(() => undefined);
    if (beginsTransaction.test(text)) {
      transaction = { isReadOnly: text.includes('read only'), unanswered: [sent] };
      return noAnswer;
    }
    if (transaction === null) return sent;
    const { isReadOnly, unanswered } = transaction;
    if (endsTransaction.test(text)) {
      transaction = null;
      if (isReadOnly) return noAnswer;
      if (text === 'rollback') return sent;
    } else if (
      (locks.test(text) || (writes.test(text) && !returns.test(text))) &&
      unanswered.length < MOST_UNANSWERED
    ) {
      unanswered.push(sent);
      return noAnswer;
    }
    await Promise.all(unanswered.splice(0));
    return sent;
  };
  return {
    // The cast drops the cursor overload, since nothing is streamed from PostgreSQL.
    query: query as unknown as PostgresPoolClient['query'],
    release: () => {
      client.off('notice', listen);
      client.release(lost !== null || names?.isFormer(client) === true);
    },
  };
}

/** Connections of a process to its database, and the number of waiting requests for one. */
export interface ConnectionLoad {
  used: number;
  idle: number;
  waiting: number;
}

/** Opens a pool whose `connect` fails with the code ETIMEDOUT when no connection is available in time. */
export function openPool({
  databaseUrl,
  poolSize = 10,
  onPoolError,
  prepares = false,
  timeouts,
}: PostgresOptions): PostgresPool & { load: () => ConnectionLoad } {
  const limits = { ...postgresTimeouts, ...timeouts };
  const names = prepares ? new StatementNames() : null;
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: poolSize,
    application_name: 'caja-menor',
    connectionTimeoutMillis: limits.connection,
    statement_timeout: limits.statement,
    lock_timeout: limits.lock,
    idle_in_transaction_session_timeout: limits.idleInTransaction,
    keepAlive: true,
    // JIT compilation would take longer than any of our statements.
    options: '-c jit=off',
    types: { getTypeParser },
    pipeline: true,
  });
  // A connection may break at any time, in use or idle; without a listener the error would end the process.
  pool.on('connect', (client) => {
    client.on('error', (error) => onPoolError?.(error));
    names?.open(client);
  });
  pool.on('error', () => undefined);
  return {
    async connect() {
      try {
        return withResponseTimeout(await pool.connect(), limits.answer, names);
      } catch (error) {
        throw coded(error);
      }
    },
    end: () => pool.end(),
    load: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
  };
}

/** Keys, centavos and instants are int8, their sums numeric. A value above 2^53 is a bug. */
const wholeNumberTypes: readonly number[] = [pg.types.builtins.INT8, pg.types.builtins.NUMERIC];

function toNumber(text: string): number {
  const value = Number(text);
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    throw new RangeError(`${text} is too large for a number`);
  }
  return value;
}

/** Set on the pools of this program only, since the parsers of the pg package are global. */
const getTypeParser: typeof pg.types.getTypeParser = (
  oid: number,
  format?: Parameters<typeof pg.types.getTypeParser>[1],
) =>
  wholeNumberTypes.includes(oid) && format !== 'binary'
    ? toNumber
    : pg.types.getTypeParser(oid, format);
