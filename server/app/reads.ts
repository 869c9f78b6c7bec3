/** Long reads of the process: its threads, and what becomes of one that takes too long. */
import type { DatabaseOptions } from '../platform/database/dialects.ts';
import { HttpError } from '../platform/errors/http-error.ts';
import type { AskDatabase } from './long-reads.ts';
import type { CallTask, QueryTask, ReadResult, tasks } from './reads.worker.ts';
import { SharedRuns } from '../platform/workers/shared-runs.ts';
import { WorkerError, type WorkerFailure } from '../platform/workers/tasks.ts';
import { workerPool } from '../platform/workers/worker-pool.ts';

/** Variables that the driver of PostgreSQL reads beside its address; threads see no other environment. */
const driverEnvironment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => name.startsWith('PG')),
);

/** Longer than the slowest read with a million expenses takes on a busy machine. */
const DEADLINE = 20_000;

/** Longer than a statement takes, before and after which a read looks whether somebody still waits for it. */
const GRACE = 10_000;

export const reads = workerPool<typeof tasks>('reads.js', {
  threads: 2,
  memory: 256,
  queue: 48,
  deadline: DEADLINE,
  grace: GRACE,
  // Somebody who searches waits for it.
  stored: 1,
  env: driverEnvironment,
});

const sentences: Record<Exclude<WorkerFailure, 'failed'>, string> = {
  timeout: 'La consulta tardó demasiado. Pida un periodo más corto o una sola tienda.',
  memory: 'La consulta es demasiado grande. Pida un periodo más corto o una sola tienda.',
  busy: 'Hay muchas consultas en curso. Intente de nuevo en un momento.',
  aborted: 'La consulta se canceló.',
};

function unanswered(error: unknown): unknown {
  if (!(error instanceof WorkerError)) return error;
  const { failure } = error;
  return failure === 'failed' ? error.cause : new HttpError(503, { msg: sentences[failure] });
}

/** @throws HttpError of the read, or 503 when it reached a limit; else what failed */
function answerIn(result: ReadResult): { answer: unknown; total: number | null } {
  if (result.kind === 'answer') return result;
  if (result.kind === 'refusal') throw new HttpError(result.status, result.details);
  const { message, code, stack } = result;
  throw Object.assign(new Error(message), { stack, ...(code !== '' && { code }) });
}

const shared = new SharedRuns<ReadResult>();

/** Key of a read by its answer and its rights: what differs in either is another read. */
const keyOf = (database: DatabaseOptions, { path, input, session }: CallTask): string => {
  const { idUsuario, profile, permisos } = session;
  return JSON.stringify([database, path, input, idUsuario, profile, permisos]);
};

/**
 * Answers a call of the table of long calls; equal ones at the same time are one read.
 *
 * @param signal aborted when the caller hung up
 */
export async function readCall(
  database: DatabaseOptions,
  task: CallTask,
  signal: AbortSignal | undefined,
): Promise<{ answer: unknown; total: number | null }> {
  try {
    return answerIn(
      await shared.run(keyOf(database, task), signal, (ending) =>
        reads.run('call', { ...task, database }, { signal: ending }),
      ),
    );
  } catch (error) {
    throw unanswered(error);
  }
}

/** Runs a document's query of one page: each page is a task of its own, so a slow reader holds no thread. */
export const askIn = (database: DatabaseOptions, signal?: AbortSignal): AskDatabase =>
  (async (name: QueryTask['name'], ...rest: unknown[]) => {
    try {
      return answerIn(await reads.run('query', { name, rest, database }, { signal })).answer;
    } catch (error) {
      throw unanswered(error);
    }
  }) as AskDatabase;

/** Brings the log of the embedded database into its file. */
export const checkpointIn = (dataDir: string): Promise<void> =>
  reads.run('checkpoint', { dataDir });
