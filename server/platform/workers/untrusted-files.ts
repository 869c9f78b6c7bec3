import { HttpError } from '../errors/http-error.ts';
import type { tasks } from '../../app/untrusted-files.worker.ts';
import { WorkerError, type WorkerFailure } from './tasks.ts';
import { type RunOptions, workerPool } from './worker-pool.ts';

/** The worker process for untrusted files, shared by every part of the process. */
export const untrustedFiles = workerPool<typeof tasks>('untrusted-files.js', {
  // A person has one of them, and two for pictures: one is always for somebody else.
  threads: 4,
  perPerson: 1,
  memory: 256,
  queue: 64,
  // Long enough for an honest file on a machine that is busy with something else.
  deadline: 20_000,
});

/** Milliseconds of processor in which a receipt is drawn: one that takes longer is refused when it comes. */
export const DRAWING_TIME = 5_000;

/** The person of a task, and the signal that nobody waits for it any more; a mail and a command have no person. */
export const personOf = ({
  session,
  signal,
}: {
  session?: { idUsuario: number };
  signal?: AbortSignal;
}): Pick<RunOptions, 'by' | 'signal'> => ({ by: session?.idUsuario, signal });

/** Failures that are no fault of the file. */
const refusals: Partial<Record<WorkerFailure, () => HttpError>> = {
  busy: () =>
    new HttpError(503, { msg: 'Hay muchos archivos en proceso. Intente de nuevo en un momento.' }),
  // Nobody reads it.
  aborted: () => new HttpError(408),
};

/** @throws HttpError 503 when too much waits already */
export async function runUntrusted<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw (error instanceof WorkerError && refusals[error.failure]?.()) || error;
  }
}
