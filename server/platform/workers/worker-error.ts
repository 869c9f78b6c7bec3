/**
 * `timeout` and `memory`: the task reached its limit. `busy`: too many wait already. `aborted`: the caller
 * hung up. `failed`: the task threw; `cause` is what it threw.
 */
export type WorkerFailure = 'timeout' | 'memory' | 'busy' | 'aborted' | 'failed';

export class WorkerError extends Error {
  override readonly name = 'WorkerError';
  readonly failure: WorkerFailure;

  constructor(failure: WorkerFailure, cause?: unknown) {
    super(`worker task: ${failure}`, { cause });
    this.failure = failure;
  }
}

/** Tells whether a task failed by what it was given, and would again. */
export const isFaultOfFile = (error: unknown): error is WorkerError =>
  error instanceof WorkerError && error.failure !== 'busy' && error.failure !== 'aborted';
