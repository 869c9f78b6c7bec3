/**
 * End of a task by itself. A thread that is ended in the middle of a statement of the embedded database takes its whole
 * room with it: the engine aborts when it finds its thread ending. So whoever asks a database looks here before each
 * statement, and the room waits a little before it ends the thread.
 */
import { WorkerError } from './worker-error.ts';

/** Memory that the room and a thread share. */
export type Ending = Int32Array<SharedArrayBuffer>;

export const newEnding = (): Ending => new Int32Array(new SharedArrayBuffer(4));

/** Tells the thread that nobody waits for its task any more. */
export const endTask = (ending: Ending): void => void Atomics.store(ending, 0, 1);

/** The task in hand: a thread has one at a time. */
let current: Ending | undefined;

export function beginTask(ending: Ending | undefined): void {
  current = ending;
}

/** @throws WorkerError `aborted` once nobody waits for the task in hand */
export function requireCaller(): void {
  if (current !== undefined && Atomics.load(current, 0) === 1) throw new WorkerError('aborted');
}
