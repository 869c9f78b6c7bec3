/**
 * Worker threads for long tasks and untrusted files, in a child process of the server. Each task has a deadline and
 * a memory limit. When a task reaches a limit or its caller disconnects, its thread is terminated; the worker process
 * continues, and the next task gets another thread.
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
  /** JavaScript heap per thread, megabytes. */
  memory: number;
  /** Maximum tasks of one user in threads or waiting for one; further tasks wait in the user's own queue. */
  perPerson?: number;
  /** Maximum tasks waiting for a thread. */
  queue: number;
  /** Time limit of a task from its start in a thread, milliseconds. */
  deadline: number;
  /** Milliseconds for a cancelled task to end on its own; without it the thread is terminated at once. */
  grace?: number;
  /** Threads that stay after the first task, since starting one may take longer than a task. */
  stored?: number;
  /** Milliseconds after which any other idle thread ends. */
  idle?: number;
  /** Resource limits of the worker process, checked after each task; above them it is replaced. */
  most?: Partial<ProcessUse>;
  /** Environment of the threads; empty by default, so that they have no access to secrets. */
  env?: NodeJS.ProcessEnv;
}

export interface RunOptions {
  /** Aborted when no caller waits for the result. */
  signal?: AbortSignal | undefined;
  /** Milliseconds; default: that of the pool. */
  deadline?: number;
  /**
   * CPU time limit in milliseconds; elapsed time on systems that do not count it per thread. The default deadline is
   * then six times longer, so that it only ends tasks that hang, even on a busy machine.
   */
  processor?: number;
  /** Id of the user whose task it is; without it the task skips the per-user queue. */
  by?: number | undefined;
}

export interface WorkerPool<Table extends Tasks> {
  /** @throws WorkerError, or the original error when the disk is full */
  run<Name extends keyof Table & string>(
    name: Name,
    input: Parameters<Table[Name]>[0],
    options?: RunOptions,
  ): Promise<Awaited<ReturnType<Table[Name]>>>;
  /** Tasks in threads and tasks waiting for one. */
  load(): { running: number; waiting: number };
  /** Id of the worker process, while one accepts tasks. */
  pid(): number | undefined;
}

/** Above legitimate usage; server and both worker processes stay below the 2 GB of deploy/caja-menor.service. */
const mostUse: ProcessUse = { memory: 640 * 1024 * 1024, descriptors: 500 };

/** Only vitest runs the sources; it builds the workers into this folder first (tests/setup/built-workers.ts). */
const folder = import.meta.filename.endsWith('.ts')
  ? join(projectRoot, 'node_modules', '.cache', 'caja-menor-workers')
  : join(projectRoot, 'dist', 'server');

/** Path of a worker built by vite.config.ts, for example 'untrusted-files.js'. */
const workerFile = (entry: string): string => resolve(folder, entry);

function failureOf(error: unknown, late: AbortSignal, signal?: AbortSignal): WorkerFailure {
  if (signal?.aborted) return 'aborted';
  if (late.aborted || codeOf(error) === TASK_TIME) return 'timeout';
  return codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'failed';
}

/** Records a task as a span of the caller's scope; null when the caller is not traced. */
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
 * Creates the thread pool of one worker of vite.config.ts, for example 'untrusted-files.js'. No thread runs before the
 * first task, and idle threads do not keep the process alive.
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
      // The type is that of the named task; it was lost when the value was sent between processes.
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
