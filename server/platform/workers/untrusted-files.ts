import { HttpError } from '../errors/http-error.ts';
import type {
  countSheets,
  drawSheet,
  inspectReceipt,
  readReceipt,
  showReceipt,
} from '../files/receipt-file.ts';
import type { thumbnail } from '../files/shown-content.ts';
import { WorkerError, type WorkerFailure } from './tasks.ts';
import { type RunOptions, workerPool } from './worker-pool.ts';

/** The tasks of server/app/untrusted-files.worker.ts. A feature declares its own where it runs them. */
export interface UntrustedTasks {
  inspectReceipt: typeof inspectReceipt;
  readReceipt: typeof readReceipt;
  showReceipt: typeof showReceipt;
  countSheets: typeof countSheets;
  drawSheet: typeof drawSheet;
  thumbnail: typeof thumbnail;
}

/** The worker pool for untrusted files. */
export const untrustedFiles = workerPool<Pick<UntrustedTasks, keyof UntrustedTasks>>(
  'untrusted-files.js',
  {
    // A user occupies at most three: one, plus two for pictures. One is always left for other users.
    threads: 4,
    perPerson: 1,
    memory: 256,
    queue: 64,
    // Long enough for a legitimate file on a busy machine.
    deadline: 20_000,
  },
);

/** CPU milliseconds to draw a receipt; an upload that needs more is refused. */
export const DRAWING_TIME = 5_000;

/** The user and the abort signal of a task; mails and commands have no user. */
export const personOf = ({
  session,
  signal,
}: {
  session?: { idUsuario: number };
  signal?: AbortSignal;
}): Pick<RunOptions, 'by' | 'signal'> => ({ by: session?.idUsuario, signal });

/** Refusals for failures that the file did not cause. */
const refusals: Partial<Record<WorkerFailure, () => HttpError>> = {
  busy: () =>
    new HttpError(503, { msg: 'Hay muchos archivos en proceso. Intente de nuevo en un momento.' }),
  // The client has disconnected and never sees this response.
  aborted: () => new HttpError(408),
};

/** @throws HttpError 503 when the queue is full, 408 when the client has disconnected; other errors unchanged */
export async function runUntrusted<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw (error instanceof WorkerError && refusals[error.failure]?.()) || error;
  }
}
