import { HttpError } from '../errors/http-error.ts';
import type { tasks } from './strangers.worker.ts';
import { WorkerError, type WorkerFailure } from './worker-error.ts';
import { workerPool } from './worker-pool.ts';

/** The room for strangers' files, shared by every part of the process. */
export const strangers = workerPool<typeof tasks>('strangers.js', {
  threads: 2,
  memory: 256,
  queue: 64,
  // Long enough for an honest file on a machine that is busy with something else.
  deadline: 20_000,
});

/** Failures that are no fault of the file. */
const refusals: Partial<Record<WorkerFailure, () => HttpError>> = {
  busy: () =>
    new HttpError(503, { msg: 'Hay muchos archivos en proceso. Intente de nuevo en un momento.' }),
  // Nobody reads it.
  aborted: () => new HttpError(408),
};

/** @throws HttpError 503 when too much waits already */
export async function inRoom<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw (error instanceof WorkerError && refusals[error.failure]?.()) || error;
  }
}
