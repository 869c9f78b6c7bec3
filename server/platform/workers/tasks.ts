import { readFileSync, readlinkSync } from 'node:fs';
import { codeOf } from '../errors/http-error.ts';
import { type FinishedSpan, inScope, collectingScope } from '../tracing/scope.ts';

/**
 * `timeout` and `memory`: the task reached its limit. `busy`: the queue is full. `aborted`: the caller
 * disconnected. `failed`: the task threw; `cause` is the error.
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

/** True when a task failed because of its input and would fail again. */
export const isFaultOfFile = (error: unknown): error is WorkerError =>
  error instanceof WorkerError && error.failure !== 'busy' && error.failure !== 'aborted';

/**
 * Cooperative cancellation. Terminating a thread during a statement of the embedded database aborts the whole worker
 * process. So database code calls `throwIfCancelled` before each statement, and the worker process waits for a grace
 * period before it terminates the thread.
 */

/**
 * Memory shared by the worker process and a thread. [0]: 1 when the task is cancelled. [1]: system id of its thread,
 * `NOT_BEGUN` until a thread takes the task, 0 when the system has no thread ids. [2]: CPU milliseconds that the
 * thread had used before the task.
 */
export type Ending = Int32Array<SharedArrayBuffer>;

const NOT_BEGUN = -1;

export const newEnding = (): Ending => {
  const ending = new Int32Array(new SharedArrayBuffer(12));
  ending[1] = NOT_BEGUN;
  return ending;
};

/** CPU milliseconds used by a thread of this process; only Linux counts them per thread. */
const processorOf = (thread: number): number =>
  Number(readFileSync(`/proc/self/task/${thread}/schedstat`, 'utf8').split(' ', 1)[0]) / 1_000_000;

function ownThread(): number {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    return processorOf(thread) >= 0 ? thread : 0;
  } catch {
    return 0;
  }
}

/** CPU milliseconds used by a task; 0 before it begins, null when the system does not count them per thread. */
export function processorTaken(ending: Ending): number | null {
  const thread = Atomics.load(ending, 1);
  if (thread === NOT_BEGUN) return 0;
  if (thread === 0) return null;
  try {
    return processorOf(thread) - Atomics.load(ending, 2);
  } catch {
    return null;
  }
}

/** Asks the thread to cancel its task. */
export const endTask = (ending: Ending): void => void Atomics.store(ending, 0, 1);

/** The current task of this thread; a thread runs one at a time. */
let current: Ending | undefined;

export function setCancellationToken(ending: Ending | undefined): void {
  current = ending;
  if (ending === undefined) return;
  const thread = ownThread();
  if (thread > 0) Atomics.store(ending, 2, processorOf(thread));
  Atomics.store(ending, 1, thread);
}

/** @throws WorkerError `aborted` once the current task is cancelled */
export function throwIfCancelled(): void {
  if (current !== undefined && Atomics.load(current, 0) === 1) throw new WorkerError('aborted');
}

/** The tasks of a worker by name; the server calls them through `workerPool`. */
// biome-ignore lint/suspicious/noExplicitAny: a parameter of type `never` or `unknown` would refuse every table
export type Tasks = Record<string, (input: any) => unknown>;

/** Error code of a task that exceeded its CPU time. */
export const TASK_TIME = 'ERR_TASK_TIME';

/** Message to a thread: the name of a task and its input. */
export interface Task {
  name: string;
  input: unknown;
  /** Limit of CPU time, milliseconds. */
  processor?: number | undefined;
  /** The spans of the task are recorded and returned with its outcome. */
  isTraced?: boolean;
  /** Set by the worker process. */
  ending?: Ending;
}

/** Outcome of a task. Errors lose their `code` between threads, so it is sent separately. */
export type Outcome = ({ value: unknown } | { cause: unknown; code: string }) & {
  spans?: readonly FinishedSpan[];
};

/** Creates the default export of a worker module. */
export const createTaskHandler =
  (tasks: Tasks) =>
  async ({ name, input, isTraced, ending }: Task): Promise<Outcome> => {
    setCancellationToken(ending);
    const answer = async (): Promise<Outcome> => {
      try {
        return { value: await tasks[name]?.(input) };
      } catch (cause) {
        return { cause, code: codeOf(cause) };
      }
    };
    if (!isTraced) return answer();
    const { scope, stored } = collectingScope();
    return { ...(await inScope(scope, answer)), spans: stored };
  };
