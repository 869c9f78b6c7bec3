/** Runs a flow machine on a real actor, with a queue of answers for each invoked actor. */
import {
  type Actor,
  type AnyStateMachine,
  createActor,
  fromPromise,
  type InputFrom,
  SimulatedClock,
  type SnapshotFrom,
  waitFor,
} from 'xstate';
import type { Result } from '#machines/flows/steps/result.ts';

/** By actor name; an `Error` rejects, and the test settles a promise itself. */
export type Answers = Record<
  string,
  readonly (Result<unknown> | Promise<Result<unknown>> | Error)[]
>;

interface Journey<Machine extends AnyStateMachine> {
  actor: Actor<Machine>;
  clock: SimulatedClock;
  /** Inputs of each actor, in order. */
  requests: Record<string, unknown[]>;
  now: () => SnapshotFrom<Machine>;
  /** Waits until the flow is in a state; `signedOut.refused` names a nested state. */
  reaches: (path: string) => Promise<SnapshotFrom<Machine>>;
}

const stateOf = (path: string): Parameters<SnapshotFrom<AnyStateMachine>['matches']>[0] =>
  path
    .split('.')
    .reverse()
    .reduce<unknown>((inner, key) => (inner === null ? key : { [key]: inner }), null) as string;

export function beginJourney<Machine extends AnyStateMachine>(
  machine: Machine,
  input: InputFrom<Machine>,
  answers: Answers,
): Journey<Machine> {
  const requests: Record<string, unknown[]> = {};
  const actors = Object.entries(answers).map(([name, list]) => {
    const left = [...list];
    const logic = fromPromise((started) => {
      requests[name] = [...(requests[name] ?? []), started.input];
      const answer = left.shift();
      return answer instanceof Error || answer === undefined
        ? Promise.reject(answer ?? new Error(`${name} was not expected once more`))
        : Promise.resolve(answer);
    });
    return [name, logic] as const;
  });
  const clock = new SimulatedClock();
  const provided = machine.provide({ actors: Object.fromEntries(actors) }) as Machine;
  // The input has the type of the machine, which the generic types cannot express.
  const actor = createActor(provided, { input, clock } as never) as Actor<Machine>;
  actor.start();
  return {
    actor,
    clock,
    requests,
    now: () => actor.getSnapshot(),
    reaches: (path) =>
      waitFor(actor, (snapshot: SnapshotFrom<AnyStateMachine>) => snapshot.matches(stateOf(path)), {
        timeout: 60_000,
      }),
  };
}
