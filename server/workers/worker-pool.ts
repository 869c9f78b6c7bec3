/**
 * Worker threads for what is long or belongs to strangers: each task has a deadline and a limit of memory.
 * A task that reaches one of them, or whose caller hung up, loses its thread; the process goes on and the
 * next task gets another thread.
 */
import { join, resolve } from 'node:path';
import type { Transferable } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { codeOf } from '../errors/error-code.ts';
import { projectRoot } from '../config/project-root.ts';
import type { Task, Tasks } from './tasks.ts';
import { Turns } from './turns.ts';
import { WorkerError, type WorkerFailure } from './worker-error.ts';

export interface PoolLimits {
  threads: number;
  /** Megabytes of JavaScript heap of a thread. */
  memory: number;
  /** Tasks that may wait for a thread. */
  queue: number;
  /** Milliseconds of a task, from its start in a thread. */
  deadline: number;
  /** Environment of the threads; without it they see none, so that no secret is there to be found. */
  env?: NodeJS.ProcessEnv;
}

export interface RunOptions {
  /** Aborted when nobody waits for the answer any more. */
  signal?: AbortSignal | undefined;
  /** Milliseconds, where the task needs others than those of its pool. */
  deadline?: number;
  /** Handed over instead of copied. */
  transfer?: readonly Transferable[];
}

export interface WorkerPool<Table extends Tasks> {
  /** @throws WorkerError */
  run<Name extends keyof Table & string>(
    name: Name,
    input: Parameters<Table[Name]>[0],
    options?: RunOptions,
  ): Promise<Awaited<ReturnType<Table[Name]>>>;
  /** Tasks in a thread and tasks that wait for one. */
  load(): { running: number; waiting: number };
}

/** Milliseconds after which a thread without work ends. */
const IDLE = 10_000;

/** Sources run under vitest only, which builds the workers there first (tests/setup/built-workers.ts). */
const folder = import.meta.filename.endsWith('.ts')
  ? join(projectRoot, 'node_modules', '.cache', 'caja-menor-workers')
  : join(projectRoot, 'dist', 'server');

function failureOf(error: unknown, late: AbortSignal, signal?: AbortSignal): WorkerFailure {
  if (signal?.aborted) return 'aborted';
  if (late.aborted) return 'timeout';
  return codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'failed';
}

/**
 * A pool of threads for one worker of vite.config.ts, for example 'strangers.js'. No thread runs before its
 * first task, and none keeps the process alive.
 */
export function workerPool<Table extends Tasks>(
  entry: string,
  limits: PoolLimits,
): WorkerPool<Table> {
  const turns = new Turns({ places: limits.threads, queue: limits.queue });
  let threads: Piscina | undefined;
  const open = () => {
    const piscina = new Piscina({
      filename: resolve(folder, entry),
      minThreads: 0,
      maxThreads: limits.threads,
      idleTimeout: IDLE,
      recordTiming: false,
      // Whoever answers comes first.
      niceIncrement: 10,
      env: limits.env ?? {},
      resourceLimits: { maxOldGenerationSizeMb: limits.memory, maxYoungGenerationSizeMb: 16 },
    });
    // A thread that has no task any more, since its caller hung up or its time was over, may still reach its
    // limit of memory; without a listener that would end the process.
    piscina.on('error', () => undefined);
    return piscina;
  };
  return {
    load: () => turns.load,
    async run(name, input, { signal, transfer = [], deadline = limits.deadline } = {}) {
      const leave = await turns.take(signal);
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(), deadline);
      try {
        threads ??= open();
        return await threads.run({ name, input } satisfies Task, {
          signal: AbortSignal.any(signal ? [signal, late.signal] : [late.signal]),
          transferList: [...transfer] as never,
        });
      } catch (error) {
        throw new WorkerError(failureOf(error, late.signal, signal), error);
      } finally {
        clearTimeout(timer);
        leave();
      }
    },
  };
}
