/** Long reads: their worker pool, and the refusals for reads that fail or take too long. */
import type { DatabaseOptions, EmbeddedOptions } from '../platform/database/dialects.ts';
import { HttpError } from '../platform/errors/http-error.ts';
import type { RunQuery } from '../platform/http/operation.ts';
import { longQueries } from './long-reads.ts';
import type { CallTask, QueryTask, ReadResult, tasks } from './reads.worker.ts';
import { SharedRuns } from '../platform/workers/shared-runs.ts';
import { WorkerError, type WorkerFailure } from '../platform/workers/tasks.ts';
import { workerPool } from '../platform/workers/worker-pool.ts';

/** Environment variables that the PostgreSQL driver reads besides the URL; worker threads get no others. */
const driverEnvironment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => name.startsWith('PG')),
);

/** Milliseconds; longer than the slowest read on a large database and a busy machine. */
const DEADLINE = 20_000;

/** Milliseconds; longer than one statement, since a read checks for cancellation between statements. */
const GRACE = 10_000;

export const reads = workerPool<typeof tasks>('reads.js', {
  threads: 2,
  memory: 256,
  queue: 48,
  deadline: DEADLINE,
  grace: GRACE,
  // One thread stays ready, since users wait for the results of a search.
  stored: 1,
  env: driverEnvironment,
});

const sentences: Record<Exclude<WorkerFailure, 'failed'>, string> = {
  timeout: 'La consulta tardó demasiado. Pida un periodo más corto o una sola tienda.',
  memory: 'La consulta es demasiado grande. Pida un periodo más corto o una sola tienda.',
  busy: 'Hay muchas consultas en curso. Intente de nuevo en un momento.',
  aborted: 'La consulta se canceló.',
};

function httpErrorOf(error: unknown): unknown {
  if (!(error instanceof WorkerError)) return error;
  const { failure } = error;
  return failure === 'failed' ? error.cause : new HttpError(503, { msg: sentences[failure] });
}

/** @throws HttpError of a refused read, or the error of a failed one */
function unwrapResult(result: ReadResult): { answer: unknown; total: number | null } {
  if (result.kind === 'answer') return result;
  if (result.kind === 'refusal') throw new HttpError(result.status, result.details);
  const { message, code, stack } = result;
  throw Object.assign(new Error(message), { stack, ...(code !== '' && { code }) });
}

const shared = new SharedRuns<ReadResult>();

/** Key of equal reads: same database, call, input, user and permissions. */
const keyOf = (database: DatabaseOptions, { path, input, session }: CallTask): string => {
  const { idUsuario, profile, permisos } = session;
  return JSON.stringify([database, path, input, idUsuario, profile, permisos]);
};

/**
 * Runs a long call in a worker thread; equal concurrent calls share a read.
 * @param signal aborted when the client disconnects
 * @throws HttpError of a refused read, or 503 when it reached a limit; else the error of a failed read
 */
export async function readCall(
  database: DatabaseOptions,
  task: CallTask,
  signal: AbortSignal | undefined,
): Promise<{ answer: unknown; total: number | null }> {
  try {
    return unwrapResult(
      await shared.run(keyOf(database, task), signal, (ending) =>
        reads.run('call', { ...task, database }, { signal: ending }),
      ),
    );
  } catch (error) {
    throw httpErrorOf(error);
  }
}

const queryNames = new Map<unknown, QueryTask['name']>(
  (Object.keys(longQueries) as QueryTask['name'][]).map((name) => [longQueries[name], name]),
);

/** Creates a function that runs queries as separate tasks in worker threads, so that a slow client holds no thread. */
export const queryRunner = (database: DatabaseOptions, signal?: AbortSignal): RunQuery =>
  (async (query: (...all: never[]) => unknown, ...rest: unknown[]) => {
    const name = queryNames.get(query);
    if (name === undefined) throw new Error(`${query.name} is not in longQueries`);
    try {
      return unwrapResult(await reads.run('query', { name, rest, database }, { signal })).answer;
    } catch (error) {
      throw httpErrorOf(error);
    }
  }) as RunQuery;

/** Checkpoints the WAL of the embedded database in a worker thread. */
export const checkpointIn = (database: EmbeddedOptions): Promise<void> =>
  reads.run('checkpoint', database);
