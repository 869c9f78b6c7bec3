import { codeOf } from '../errors/error-code.ts';
import { beginTask, type Ending } from './ending.ts';
import { type FinishedSpan, inScope, keepingScope } from '../tracing/scope.ts';

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
    beginTask(ending);
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
