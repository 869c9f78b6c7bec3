/**
 * A process beside the server, in which the threads of one pool run: nothing that they do to their memory
 * holds the thread that answers, and what no limit of a thread catches ends this process, not the server.
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
  /** Path of the module whose default export answers tasks. */
  filename: string;
  threads: number;
  /** Megabytes of JavaScript heap of a thread. */
  memory: number;
  /** Milliseconds in which a task may end by itself before it loses its thread; 0 for tasks that never would. */
  grace: number;
  /** Threads that stay without work, ready for the next task. */
  stored: number;
  /** Milliseconds after which any other thread without work ends. */
  idle: number;
}

/** Message to the worker process; without a task it ends the one of that number. */
export interface WorkerRequest {
  id: number;
  task?: Task;
}

/** Answer to a task, by its number; 0 says that the worker process takes tasks. */
export type WorkerAnswer = { id: number } & Outcome;

/** Lower than the priority of the thread that answers people. */
const NICE = 10;

/** On Linux a priority is that of one thread, and those of the engine have begun already. */
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
  // A thread that waits for a task still hears that its connection to a database was closed.
  atomics: 'disabled',
  env: process.env,
  resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 16 },
});
// A thread that has no task any more, since its caller hung up or its time was over, may still reach its
// limit of memory; without a listener that would end the process.
piscina.on('error', () => undefined);

/** Ends of the tasks that run, by their numbers. */
const running = new Map<number, () => void>();
const answer = (message: WorkerAnswer): void => void process.send?.(message, () => undefined);

/**
 * Calls back once a task has taken its milliseconds of processor: a machine that is busy with something else makes no file
 * slow. Where the system does not count by thread, the clock does.
 *
 * @returns what ends the watch
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
// Without its server nobody waits for anything.
process.on('disconnect', () => process.exit());
// Ctrl-C reaches the whole group; the server ends what it began.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
