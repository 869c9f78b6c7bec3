/** Worker for long reads, on a read-only connection. Each read is a transaction, so none sees an old snapshot. */
import type { BodyOf } from '#contract/contract.ts';
import {
  databaseFile,
  type DatabaseOptions,
  type EmbeddedOptions,
  type OpenDatabase,
  openDatabaseForReading,
} from '../platform/database/dialects.ts';
import { checkpoint } from '../platform/database/sqlite-dialect.ts';
import { inSnapshot } from '../platform/database/transactions.ts';
import { HttpError, codeOf } from '../platform/errors/http-error.ts';
import { type LongCall, longQueries, readings } from './long-reads.ts';
import type { LongRead, ReadContext } from '../platform/http/operation.ts';
import type { Session } from '../platform/access/session.ts';
import { createTaskHandler, throwIfCancelled } from '../platform/workers/tasks.ts';

/** Outcome of a read. Errors lose their class and code between threads, so they are sent as data. */
export type ReadResult =
  | { kind: 'answer'; answer: unknown; total: number | null }
  | { kind: 'refusal'; status: HttpError['status']; details: Pick<HttpError, 'msg' | 'motivos'> }
  | { kind: 'failure'; message: string; code: string; stack: string | undefined };

function failed(error: unknown): ReadResult {
  if (error instanceof HttpError) {
    const { status, msg, motivos } = error;
    return { kind: 'refusal', status, details: { msg, motivos } };
  }
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return { kind: 'failure', message, code: codeOf(error), stack };
}

type Work = (on: Pick<ReadContext, 'db' | 'read'>) => Promise<ReadResult>;

let connection: { key: string; database: OpenDatabase } | undefined;

/**
 * The connection of this thread, reused with its prepared statements. Opening one per read would leak: libsql frees a
 * closed connection only after its statements are garbage collected, which may never happen.
 */
async function connected(options: DatabaseOptions): Promise<OpenDatabase['db']> {
  const key = JSON.stringify(options);
  if (connection?.key !== key) {
    await connection?.database.close();
    connection = undefined;
    const database = openDatabaseForReading(options, { traced: true, before: throwIfCancelled });
    connection = { key, database };
  }
  return connection.database.db;
}

async function reading(database: DatabaseOptions, work: Work): Promise<ReadResult> {
  try {
    const db = await connected(database);
    return await work({ db, read: (ask) => inSnapshot(db, ask) });
  } catch (error) {
    return failed(error);
  }
}

interface OfDatabase {
  database: DatabaseOptions;
}

export interface CallTask {
  path: LongCall;
  input: BodyOf<LongCall>;
  session: Session;
  /** Instant of the request, epoch milliseconds. */
  instant: number;
}

export interface QueryTask {
  name: keyof typeof longQueries;
  rest: readonly unknown[];
}

export const tasks = {
  call: ({ path, input, session, instant, database }: CallTask & OfDatabase) =>
    reading(database, async ({ db, read }) => {
      let total: number | null = null;
      const setTotal = (given: number) => {
        total = given;
      };
      const operation = readings[path] as LongRead<LongCall>;
      return {
        kind: 'answer',
        answer: await operation(input, { db, now: () => instant, read, session, setTotal }),
        total,
      };
    }),

  query: ({ name, rest, database }: QueryTask & OfDatabase) =>
    reading(database, async ({ read }) => {
      const query = longQueries[name] as (...all: unknown[]) => Promise<unknown>;
      return { kind: 'answer', answer: await read((trx) => query(trx, ...rest)), total: null };
    }),

  /** Checkpoints the WAL of an embedded database; it is here because it blocks as long as a long read. */
  checkpoint: ({ dataDir, opened }: EmbeddedOptions) => checkpoint(databaseFile(dataDir), opened),
};

export default createTaskHandler(tasks);
