/** The tasks of a worker by their names: its main code calls them through `workerPool`. */
// biome-ignore lint/suspicious/noExplicitAny: a parameter of type `never` or `unknown` would refuse every table
export type Tasks = Record<string, (input: any) => unknown>;

/** Message to a thread: the name of a task and its input. */
export interface Task {
  name: string;
  input: unknown;
}

/** The default export of a worker's module. */
export const answerTasks =
  (tasks: Tasks) =>
  ({ name, input }: Task): unknown =>
    tasks[name]?.(input);
