/** Long reads: threads with a connection that only reads, opened for each task, so none sees an old snapshot. */
import type { BodyOf } from '#contract/contract.ts';
import {
  databaseFile,
  type DatabaseOptions,
  openDatabaseForReading,
} from '../database/dialects.ts';
import { checkpoint } from '../database/sqlite-dialect.ts';
import { inSnapshot } from '../database/transactions.ts';
import { codeOf } from '../errors/error-code.ts';
import { type LongCall, readings } from '../operations/long-calls.ts';
import type { LongRead, ReadContext } from '../operations/operation.ts';
import { atStandby, type Missed, type StandbyTarget } from './at-standby.ts';
import type { Session } from '../policies/session.ts';
import { HttpError } from '../errors/http-error.ts';
import { longQueries } from '../repositories/long-queries.ts';
import { currentScope } from '../tracing/scope.ts';
import { requireCaller } from '../workers/ending.ts';
import { answerTasks } from '../workers/tasks.ts';

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

const readsOf = (db: ReadContext['db']): Pick<ReadContext, 'db' | 'read'> => ({
  db,
  read: (work) => inSnapshot(db, work),
});

async function atPrimary(options: DatabaseOptions, work: Work): Promise<ReadResult> {
  const { db, close } = openDatabaseForReading(options, {
    traced: currentScope() !== undefined,
    before: requireCaller,
  });
  try {
    return await work(readsOf(db));
  } finally {
    await close();
  }
}

export interface Reading {
  result: ReadResult;
  /** The trouble of the standby, which the primary answered for. */
  missed?: Missed;
}

async function reading({ database, standby }: ReadPlaces, work: Work): Promise<Reading> {
  try {
    if (standby === null) return { result: await atPrimary(database, work) };
    const tried = await atStandby(standby, (db) => work(readsOf(db)));
    if ('result' in tried) return tried;
    return {
      result: await atPrimary(database, work).catch((error: unknown) => failed(error)),
      missed: tried.missed,
    };
  } catch (error) {
    return { result: failed(error) };
  }
}

export interface ReadPlaces {
  database: DatabaseOptions;
  /** Tried first. */
  standby: StandbyTarget | null;
}

export interface CallTask {
  path: LongCall;
  input: BodyOf<LongCall>;
  session: Session;
}

export interface QueryTask {
  name: keyof typeof longQueries;
  rest: readonly unknown[];
}

export const tasks = {
  call: ({ path, input, session, ...places }: CallTask & ReadPlaces) =>
    reading(places, async ({ db, read }) => {
      let total: number | null = null;
      const setTotal = (given: number) => {
        total = given;
      };
      const operation = readings[path] as LongRead<LongCall>;
      return {
        kind: 'answer',
        answer: await operation(input, { db, read, session, setTotal }),
        total,
      };
    }),

  query: ({ name, rest, ...places }: QueryTask & ReadPlaces) =>
    reading(places, async ({ read }) => {
      const query = longQueries[name] as (...all: unknown[]) => Promise<unknown>;
      return { kind: 'answer', answer: await read((trx) => query(trx, ...rest)), total: null };
    }),

  /** Reads the log of an embedded database into its file: not a read of ours, but as long. */
  checkpoint: ({ dataDir }: { dataDir: string }) => checkpoint(databaseFile(dataDir)),
};

export default answerTasks(tasks);
