/**
 * Child process of the server that runs the threads of one pool: their memory use never blocks the thread that
 * answers requests, and a failure beyond the limits of a thread ends this process, not the server.
 * Started by `workerPool` with the module of the tasks and the limits of a thread.
 */
import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';
import { Piscina } from 'piscina';
import { codeOf } from '../errors/http-error.ts';
import {
  type Ending,
  type Outcome,
  TASK_TIME,
  type Task,
  endTask,
  newEnding,
  processorTaken,
} from './tasks.ts';

export interface WorkerProcessOptions {
  /** Path of the module whose default export runs the tasks. */
  filename: string;
  threads: number;
  /** JavaScript heap per thread, megabytes. */
  memory: number;
  /** Milliseconds for a cancelled task to end before its thread is terminated; 0 for tasks that ignore cancellation. */
  grace: number;
  /** Minimum number of threads; idle ones stay ready for the next task. */
  stored: number;
  /** Milliseconds after which any other idle thread ends. */
  idle: number;
}

/** Message to the worker process; without `task` it cancels the task with that id. */
export interface WorkerRequest {
  id: number;
  task?: Task;
}

/** Answer to a task, by its id; id 0 means that the worker process accepts tasks. */
export type WorkerAnswer = { id: number } & Outcome;

/** Nice value: lower priority than the thread that answers requests. */
const NICE = 10;

/** On Linux priorities apply per thread, and the threads of the engine are already running. */
function lowerPriority(): void {
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [0];
  for (const thread of threads) setPriority(thread, NICE);
}

const { filename, threads, memory, grace, stored, idle } = JSON.parse(
  process.argv[2] ?? '{}',
) as WorkerProcessOptions;
lowerPriority();
const piscina = new Piscina({
  filename,
  minThreads: stored,
  maxThreads: threads,
  idleTimeout: idle,
  recordTiming: false,
  // Otherwise an idle thread blocks and would not notice that its database connection was closed.
  atomics: 'disabled',
  env: process.env,
  resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 16 },
});
// A thread whose task was cancelled or timed out may still reach its memory limit; without a listener the error
// would end the process.
piscina.on('error', () => undefined);

/** Cancel functions of the running tasks, by id. */
const running = new Map<number, () => void>();
const answer = (message: WorkerAnswer): void => void process.send?.(message, () => undefined);

/**
 * Calls back once a task has used its CPU time, which does not depend on other load of the machine. Uses elapsed time
 * when the system does not count CPU time per thread.
 *
 * @returns a function that stops the watch
 */
function watchProcessor(ending: Ending, most: number, isOver: () => void): () => void {
  const start = performance.now();
  const look = () => {
    const taken = processorTaken(ending) ?? performance.now() - start;
    if (taken >= most) isOver();
    else timer = setTimeout(look, most - taken + 1);
  };
  let timer = setTimeout(look, most);
  return () => clearTimeout(timer);
}

async function run(id: number, task: Task): Promise<void> {
  const thread = new AbortController();
  const ending = newEnding();
  let timer: NodeJS.Timeout | undefined;
  let isLate = false;
  const late = () => {
    isLate = true;
    thread.abort();
  };
  const { processor } = task;
  const unwatch = processor === undefined ? undefined : watchProcessor(ending, processor, late);
  running.set(id, () => {
    endTask(ending);
    if (grace === 0) thread.abort();
    else timer = setTimeout(() => thread.abort(), grace);
  });
  try {
    const outcome = await piscina.run({ ...task, ending }, { signal: thread.signal });
    answer({ id, ...(outcome as Outcome) });
  } catch (cause) {
    answer({ id, cause, code: isLate ? TASK_TIME : codeOf(cause) });
  } finally {
    unwatch?.();
    clearTimeout(timer);
    running.delete(id);
  }
}

process.on('message', ({ id, task }: WorkerRequest) => {
  if (task) void run(id, task);
  else running.get(id)?.();
});
answer({ id: 0, value: undefined });
// Exits with the server.
process.on('disconnect', () => process.exit());
// Ctrl-C reaches the whole process group; the server ends its child processes itself.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
