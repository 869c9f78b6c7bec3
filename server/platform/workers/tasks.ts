import { readFileSync, readlinkSync } from 'node:fs';
import { codeOf } from '../errors/http-error.ts';
import { type FinishedSpan, inScope, keepingScope } from '../tracing/scope.ts';

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

/**
 * End of a task by itself. A thread that is ended in the middle of a statement of the embedded database takes its whole
 * worker process with it: the engine aborts when it finds its thread ending. So code that asks a database looks here before each
 * statement, and the worker process waits a little before it ends the thread.
 */

/**
 * Memory that the worker process and a thread share: whether the task is to end, the number of its thread in the system
 * (`NOT_BEGUN` until a thread takes it, 0 where the system has no numbers), and the milliseconds of processor that the thread had
 * taken before the task.
 */
export type Ending = Int32Array<SharedArrayBuffer>;

const NOT_BEGUN = -1;

export const newEnding = (): Ending => {
  const ending = new Int32Array(new SharedArrayBuffer(12));
  ending[1] = NOT_BEGUN;
  return ending;
};

/** Milliseconds of processor that a thread of this process has taken; Linux alone counts them by thread. */
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

/** Milliseconds of processor that a task has taken, 0 while its thread still starts; null where the system does not count them. */
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

/** Tells the thread that nobody waits for its task any more. */
export const endTask = (ending: Ending): void => void Atomics.store(ending, 0, 1);

/** The task in hand: a thread has one at a time. */
let current: Ending | undefined;

export function setCancellationToken(ending: Ending | undefined): void {
  current = ending;
  if (ending === undefined) return;
  const thread = ownThread();
  if (thread > 0) Atomics.store(ending, 2, processorOf(thread));
  Atomics.store(ending, 1, thread);
}

/** @throws WorkerError `aborted` once nobody waits for the task in hand */
export function throwIfCancelled(): void {
  if (current !== undefined && Atomics.load(current, 0) === 1) throw new WorkerError('aborted');
}

/** The tasks of a worker by their names: its main code calls them through `workerPool`. */
// biome-ignore lint/suspicious/noExplicitAny: a parameter of type `never` or `unknown` would refuse every table
export type Tasks = Record<string, (input: any) => unknown>;

/** Code of a task that took all its time of processor. */
export const TASK_TIME = 'ERR_TASK_TIME';

/** Message to a thread: the name of a task and its input. */
export interface Task {
  name: string;
  input: unknown;
  /** Milliseconds of processor that it may take. */
  processor?: number | undefined;
  /** Spans are stored: the answer brings them. */
  isTraced?: boolean;
  /** Given by the worker process. */
  ending?: Ending;
}

/** Outcome of a task. An error loses its code on the way between threads, so it comes beside it. */
export type Outcome = ({ value: unknown } | { cause: unknown; code: string }) & {
  spans?: readonly FinishedSpan[];
};

/** The default export of a worker's module. */
export const answerTasks =
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
    const { scope, stored } = keepingScope();
    return { ...(await inScope(scope, answer)), spans: stored };
  };
