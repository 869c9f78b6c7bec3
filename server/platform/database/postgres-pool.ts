/** Connections to PostgreSQL, none of which waits for ever: neither for the server nor for the network. */
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';

/** Milliseconds. Longer than a person waits: what takes more is stuck. */
interface PostgresTimeouts {
  /** Until a connection is there, or one of those in use is free. */
  connection: number;
  /** Time limit of a statement; a migration lifts it, and that of locks, for itself. */
  statement: number;
  lock: number;
  idleInTransaction: number;
  /** Until an answer comes; longer than the server's own limit, so that it is about the network. Null: for ever. */
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
  /** Connections of this process at most. */
  poolSize?: number;
  /** Hears of every connection that broke. */
  onPoolError?: (error: Error) => void;
  timeouts?: Partial<PostgresTimeouts>;
}

const failure = (message: string, code: string): Error =>
  Object.assign(new Error(message), { code });

/** The package tells of its limits and of lost connections only in words. */
function coded(error: unknown): unknown {
  if (!(error instanceof Error) || 'code' in error) return error;
  if (/time(d )?out/i.test(error.message)) return failure(error.message, 'ETIMEDOUT');
  if (/terminated|not queryable/i.test(error.message)) return failure(error.message, 'ECONNRESET');
  return error;
}

/**
 * Origin of the warning beside «done» when PostgreSQL stopped waiting for a synchronous standby: the change is on the
 * primary and would be lost with it.
 */
const GAVE_UP_STANDBY = 'SyncRepWaitForLSN';

/** After any other error of a query the connection is as good as before it. */
const isOfStatement = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.severity !== 'FATAL';

/**
 * Gives a connection up when no answer comes: a server that froze, or a network that swallows what it is
 * sent, would otherwise hold the request and the connection until TCP itself gives up. One that was lost
 * is not asked again: what its rollback says would hide why.
 */
function watched(client: pg.PoolClient, limit: number | null): PostgresPoolClient {
  let lost: unknown = null;
  let alone = false;
  const listen = (notice: { routine?: string | undefined }) => {
    alone ||= notice.routine === GAVE_UP_STANDBY;
  };
  client.on('notice', listen);
  const query = async (text: string, parameters: readonly unknown[]) => {
    if (lost !== null) throw lost;
    const giveUp = () =>
      client.connection.stream.destroy(failure('the database is silent', 'ETIMEDOUT'));
    const timer = limit === null ? undefined : setTimeout(giveUp, limit);
    alone = false;
    try {
      const result = await client.query(text, [...parameters]);
      if (alone) throw failure('the change is on one node alone', 'ETIMEDOUT');
      return result;
    } catch (error) {
      if (!isOfStatement(error)) lost = coded(error);
      throw coded(error);
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    // Not by cursor: nothing is streamed from PostgreSQL.
    query: query as unknown as PostgresPoolClient['query'],
    release: () => {
      client.off('notice', listen);
      client.release(lost !== null);
    },
  };
}

/** Connections of a process to its database, and who waits for one. */
export interface ConnectionLoad {
  used: number;
  idle: number;
  waiting: number;
}

/** `connect` fails with the code ETIMEDOUT when no connection was to be had in time. */
export function openPool({
  databaseUrl,
  poolSize = 10,
  onPoolError,
  timeouts,
}: PostgresOptions): PostgresPool & { load: () => ConnectionLoad } {
  const limits = { ...postgresTimeouts, ...timeouts };
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: poolSize,
    application_name: 'caja-menor',
    connectionTimeoutMillis: limits.connection,
    statement_timeout: limits.statement,
    lock_timeout: limits.lock,
    idle_in_transaction_session_timeout: limits.idleInTransaction,
    keepAlive: true,
    // To compile a statement takes longer than any of ours.
    options: '-c jit=off',
    types: { getTypeParser },
  });
  // A connection may break at any time, in use or idle; without a listener that would end the process.
  pool.on('connect', (client) => client.on('error', (error) => onPoolError?.(error)));
  pool.on('error', () => undefined);
  return {
    async connect() {
      try {
        return watched(await pool.connect(), limits.answer);
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

/** Keys, centavos and instants are int8; sums of them are numeric. Both stay far below 2^53, or it is a mistake. */
const wholeNumberTypes: readonly number[] = [pg.types.builtins.INT8, pg.types.builtins.NUMERIC];

function toNumber(text: string): number {
  const value = Number(text);
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    throw new RangeError(`${text} is too large for a number`);
  }
  return value;
}

/** Only for the pools of this program: the parsers of the pg package itself are shared by everything that uses it. */
const getTypeParser: typeof pg.types.getTypeParser = (
  oid: number,
  format?: Parameters<typeof pg.types.getTypeParser>[1],
) =>
  wholeNumberTypes.includes(oid) && format !== 'binary'
    ? toNumber
    : pg.types.getTypeParser(oid, format);
