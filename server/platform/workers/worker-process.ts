import { type ChildProcess, fork } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import type { FinishedSpan } from '../tracing/scope.ts';
import type { Task } from './tasks.ts';
import type { WorkerAnswer, WorkerProcessOptions, WorkerRequest } from './worker-host.ts';

/** Resource usage of a process. */
export interface ProcessUse {
  /** Resident bytes. */
  memory: number;
  /** Open file descriptors. */
  descriptors: number;
}

/** Reads the usage from /proc; null for an ended process and on systems other than Linux. */
export async function processUse(pid: number): Promise<ProcessUse | null> {
  try {
    const [status, descriptors] = await Promise.all([
      readFile(`/proc/${pid}/status`, 'utf8'),
      readdir(`/proc/${pid}/fd`),
    ]);
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
    if (kilobytes === undefined) return null;
    return { memory: Number(kilobytes) * 1024, descriptors: descriptors.length };
  } catch {
    return null;
  }
}

type Spans = readonly FinishedSpan[];

interface Waiting {
  resolve: (value: unknown) => void;
  reject: (cause: unknown) => void;
  /** Receives the spans of the task. */
  record?: (spans: Spans) => void;
}

/** Id of the answer with which a worker process signals that it accepts tasks. */
const READY = 0;

/** An idle worker process is closed after this multiple of the idle time of a thread. */
const PATIENCE = 6;

/** The server's handle of a worker process. It keeps the server alive only while tasks run. */
export class WorkerProcess {
  readonly #child: ChildProcess;
  readonly #options: WorkerProcessOptions;
  readonly #waiting = new Map<number, Waiting>();
  /** Settles once it accepts tasks, so that its start does not count towards the deadline of a task. */
  readonly ready = new Promise<unknown>((resolve, reject) =>
    this.#waiting.set(READY, { resolve, reject }),
  ).finally(() => this.#waiting.delete(READY));
  #idle: NodeJS.Timeout | undefined;
  readonly #most: ProcessUse;
  #tasks = 0;
  #isOpen = true;

  /** @param most resource limits, checked after each task; above them the process is replaced */
  constructor(
    entry: string,
    options: WorkerProcessOptions,
    env: NodeJS.ProcessEnv,
    most: ProcessUse,
  ) {
    this.#options = options;
    this.#most = most;
    this.#child = fork(entry, [JSON.stringify(options)], {
      env,
      execArgv: [],
      serialization: 'advanced',
      // Discards the output, such as crash messages of the engine.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#child
      .on('message', (answer: WorkerAnswer) => this.#answered(answer))
      .on('error', (error) => this.#ended(error))
      // The engine aborts when it runs out of memory.
      .on('exit', (_, signal) =>
        this.#ended(failure(signal === 'SIGABRT' ? 'ERR_WORKER_OUT_OF_MEMORY' : '')),
      );
  }

  /** False once it has ended or is being replaced: the next task needs another worker process. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /**
   * Runs a task and returns its result.
   *
   * @throws the error of the task, with its code; `ERR_WORKER_OUT_OF_MEMORY` at the memory limit
   */
  async run(task: Task, signal: AbortSignal, record: (spans: Spans) => void): Promise<unknown> {
    clearTimeout(this.#idle);
    this.#child.ref();
    this.#child.channel?.ref();
    this.#tasks += 1;
    const id = this.#tasks;
    const end = () => {
      this.#send({ id });
      this.#waiting.get(id)?.reject(signal.reason);
    };
    signal.addEventListener('abort', end, { once: true });
    try {
      return await new Promise((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject, record });
        if (signal.aborted) end();
        else this.#send({ id, task });
      });
    } finally {
      signal.removeEventListener('abort', end);
      this.#waiting.delete(id);
      if (this.#waiting.size === 0) this.#rest();
      void this.#replaceAboveBound();
    }
  }

  get pid(): number | undefined {
    return this.#isOpen ? this.#child.pid : undefined;
  }

  /** Above a limit: the next task starts in another process, and this one ends after its running tasks. */
  async #replaceAboveBound(): Promise<void> {
    const use = this.#isOpen && this.#child.pid ? await processUse(this.#child.pid) : null;
    const { memory, descriptors } = this.#most;
    if (use === null || (use.memory <= memory && use.descriptors <= descriptors)) return;
    this.#isOpen = false;
    if (this.#waiting.size === 0) this.#rest();
  }

  /** Sends nothing to an ended process, whose exit has rejected every task. */
  #send(request: WorkerRequest): void {
    if (this.#child.connected) this.#child.send(request, () => undefined);
  }

  #answered(answer: WorkerAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    if (answer.spans) waiting?.record?.(answer.spans);
    if ('value' in answer) waiting?.resolve(answer.value);
    else waiting?.reject(failure(answer.code, answer.cause));
  }

  #ended(cause: Error): void {
    this.#isOpen = false;
    for (const { reject } of this.#waiting.values()) reject(cause);
  }

  #rest(): void {
    this.#child.unref();
    this.#child.channel?.unref();
    const { stored, idle } = this.#options;
    if (!this.#isOpen) this.#leave();
    else if (stored === 0) this.#idle = setTimeout(() => this.#leave(), PATIENCE * idle).unref();
  }

  #leave(): void {
    clearTimeout(this.#idle);
    this.#isOpen = false;
    if (this.#child.connected) this.#child.disconnect();
  }
}

/** Restores the `code` that an error lost when it was sent between processes. */
const failure = (code: string, cause?: unknown): Error =>
  Object.assign(cause instanceof Error ? cause : new Error('the worker process ended', { cause }), {
    code,
  });
