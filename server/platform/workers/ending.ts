/**
 * End of a task by itself. A thread that is ended in the middle of a statement of the embedded database takes its whole
 * worker process with it: the engine aborts when it finds its thread ending. So whoever asks a database looks here before each
 * statement, and the worker process waits a little before it ends the thread.
 */
import { readFileSync, readlinkSync } from 'node:fs';
import { WorkerError } from './worker-error.ts';

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

export function beginTask(ending: Ending | undefined): void {
  current = ending;
  if (ending === undefined) return;
  const thread = ownThread();
  if (thread > 0) Atomics.store(ending, 2, processorOf(thread));
  Atomics.store(ending, 1, thread);
}

/** @throws WorkerError `aborted` once nobody waits for the task in hand */
export function requireCaller(): void {
  if (current !== undefined && Atomics.load(current, 0) === 1) throw new WorkerError('aborted');
}
