import type { tasks } from './strangers.worker.ts';
import { workerPool } from './worker-pool.ts';

/** The room for strangers' files, shared by every part of the process. */
export const strangers = workerPool<typeof tasks>('strangers.js', {
  threads: 2,
  memory: 192,
  queue: 32,
  deadline: 10_000,
});
