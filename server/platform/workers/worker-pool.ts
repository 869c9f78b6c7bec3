/**
 * Worker threads for what is long or belongs to outsiders, in a process beside the server: each task has a
 * deadline and a limit of memory. A task that reaches one of them, or whose caller hung up, loses its
 * thread; the worker process goes on and the next task gets another thread.
 */
import { join, resolve } from 'node:path';
import { codeOf, fullDisk } from '../errors/http-error.ts';
import { projectRoot } from '../config/project-root.ts';
import { type FinishedSpan, currentScope } from '../tracing/scope.ts';
import { type ProcessUse, WorkerProcess } from './worker-process.ts';
import { FairQueue } from './fair-queue.ts';
import { TASK_TIME, type Task, type Tasks, WorkerError, type WorkerFailure } from './tasks.ts';

export interface PoolLimits {
  threads: number;
  /** Megabytes of JavaScript heap of a thread. */
  memory: number;
  /** Tasks of one person that are in a thread or wait for one; the others wait for them. */
  perPerson?: number;
  /** Tasks that may wait for a thread. */
  queue: number;
  /** Milliseconds of a task, from its start in a thread. */
  deadline: number;
  /** Milliseconds in which a task may end by itself once nobody waits for it; without them it loses its thread at once. */
  grace?: number;
  /** Threads that stay once there was a task: to start one takes longer than many a task. */
  stored?: number;
  /** Milliseconds after which any other thread without work ends. */
  idle?: number;
  /** Bounds of its process after a task: above them another one replaces it. */
  most?: Partial<ProcessUse>;
  /** Environment of the threads; without it they see none, so that no secret is there to be found. */
  env?: NodeJS.ProcessEnv;
}

export interface RunOptions {
  /** Aborted when nobody waits for the answer any more. */
  signal?: AbortSignal | undefined;
  /** Milliseconds, where the task needs others than those of its pool. */
  deadline?: number;
  /**
   * Milliseconds of processor that the task may take, on a system that counts them by thread; else of the clock. Its deadline
   * then only ends what waits for ever, and leaves time to a busy machine.
   */
  processor?: number;
  /** Key of the person whose task it is; without one it takes its turn at once. */
  by?: number | undefined;
}

export interface WorkerPool<Table extends Tasks> {
  /** @throws WorkerError, or what the disk said when it took no more */
  run<Name extends keyof Table & string>(
    name: Name,
    input: Parameters<Table[Name]>[0],
    options?: RunOptions,
  ): Promise<Awaited<ReturnType<Table[Name]>>>;
  /** Tasks in a thread and tasks that wait for one. */
  load(): { running: number; waiting: number };
  /** Its process, while there is one that takes tasks. */
  pid(): number | undefined;
}

/** Above what honest tasks leave; the two processes and the server stay below the 2 GB of deploy/caja-menor.service. */
const mostUse: ProcessUse = { memory: 640 * 1024 * 1024, descriptors: 500 };

/** Sources run under vitest only, which builds the workers there first (tests/setup/built-workers.ts). */
const folder = import.meta.filename.endsWith('.ts')
  ? join(projectRoot, 'node_modules', '.cache', 'caja-menor-workers')
  : join(projectRoot, 'dist', 'server');

/** The built module of a worker of vite.config.ts, for example 'untrusted-files.js'. */
const workerFile = (entry: string): string => resolve(folder, entry);

function failureOf(error: unknown, late: AbortSignal, signal?: AbortSignal): WorkerFailure {
  if (signal?.aborted) return 'aborted';
  if (late.aborted || codeOf(error) === TASK_TIME) return 'timeout';
  return codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'failed';
}

/** Records a task as a span of the scope that asks for it; null where nobody records. */
function recorded(name: string) {
  const scope = currentScope();
  if (scope === undefined) return null;
  const start = scope.now();
  let begun = start;
  let children: readonly FinishedSpan[] = [];
  return {
    begins: () => {
      begun = scope.now();
    },
    keep: (spans: readonly FinishedSpan[]) => {
      children = spans;
    },
    ends: (failure?: string) =>
      scope.add({
        name,
        start,
        end: scope.now(),
        attributes: { 'caja_menor.espera_ms': Math.round(begun - start) },
        children,
        ...(failure !== undefined && { failure }),
      }),
  };
}

/**
 * A pool of threads for one worker of vite.config.ts, for example 'untrusted-files.js'. No thread runs before its
 * first task, and none keeps the process alive.
 */
export function workerPool<Table extends Tasks>(
  entry: string,
  limits: PoolLimits,
): WorkerPool<Table> {
  const { threads, queue, memory, grace = 0, stored = 0, idle = 10_000, env = {}, most } = limits;
  const tasks = new FairQueue({
    all: { width: threads, waiting: queue },
    lane: { width: limits.perPerson },
  });
  let child: WorkerProcess | undefined;
  const openProcess = (): WorkerProcess => {
    if (!child?.isOpen)
      child = new WorkerProcess(
        workerFile('worker-host.js'),
        { filename: workerFile(entry), threads, memory, grace, stored, idle },
        env,
        { ...mostUse, ...most },
      );
    return child;
  };
  return {
    load: () => tasks.load,
    pid: () => child?.pid,
    run: (name, input, options = {}) => {
      const record = recorded(`${entry.replace('.js', '')} ${name}`);
      const run = () => inThread(name, input, options, record);
      return tasks.run(options.by ?? null, run, options.signal);
    },
  };

  async function inThread(
    name: string,
    input: unknown,
    { signal, processor, deadline = limits.deadline * (processor ? 6 : 1) }: RunOptions,
    record: ReturnType<typeof recorded>,
  ) {
    const late = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    try {
      const opened = openProcess();
      await opened.ready;
      timer = setTimeout(() => late.abort(), deadline);
      const ending = AbortSignal.any(signal ? [signal, late.signal] : [late.signal]);
      const task: Task = { name, input, processor, ...(record && { isTraced: true }) };
      record?.begins();
      const value = await opened.run(task, ending, record?.keep ?? (() => undefined));
      record?.ends();
      // The value is that of the task by its name, which came back as a message.
      return value as never;
    } catch (error) {
      const isFullDisk = fullDisk.includes(codeOf(error));
      const failure = failureOf(error, late.signal, signal);
      record?.ends(isFullDisk ? codeOf(error) : failure);
      throw isFullDisk ? error : new WorkerError(failure, error);
    } finally {
      clearTimeout(timer);
    }
  }
}
