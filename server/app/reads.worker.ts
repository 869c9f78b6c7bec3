/** Long reads: threads with a connection that only reads. Each read is a transaction of its own, so none sees an old snapshot. */
import type { BodyOf } from '#contract/contract.ts';
import {
  databaseFile,
  type DatabaseOptions,
  type OpenDatabase,
  openDatabaseForReading,
} from '../platform/database/dialects.ts';
import { checkpoint } from '../platform/database/sqlite-dialect.ts';
import { inSnapshot } from '../platform/database/transactions.ts';
import { HttpError, codeOf } from '../platform/errors/http-error.ts';
import { type LongCall, longQueries, readings } from './long-reads.ts';
import type { LongRead, ReadContext } from '../platform/http/operation.ts';
import type { Session } from '../platform/access/session.ts';
import { answerTasks, throwIfCancelled } from '../platform/workers/tasks.ts';

/** Outcome of a task. Errors lose their class and their code on the way between threads, so they come as data. */
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
 * The connection of this thread, with its prepared statements. One a read would stay open: libsql frees a closed connection
 * only when the garbage collector has taken its statements, which it sees no reason to do.
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
  /** Of the request. */
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

  /** Reads the log of an embedded database into its file: not a read of ours, but as long. */
  checkpoint: ({ dataDir }: { dataDir: string }) => checkpoint(databaseFile(dataDir)),
};

export default answerTasks(tasks);
