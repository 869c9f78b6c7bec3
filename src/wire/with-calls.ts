import { useState } from 'react';
import { type AnyStateMachine, type InputFrom, fromPromise } from 'xstate';
import type { CallPath, RequestOf } from '#contract/contract.ts';
import { type NamedCall, type Result, isCall } from '#machines/flows/steps/result.ts';
import { callApi } from './client.ts';

/** Provides the actors of a flow that are calls; its other actors are provided separately. */
export const withCalls = <Machine extends AnyStateMachine>(machine: Machine): Machine => {
  const actors = Object.entries<object>(machine.implementations.actors).flatMap(([name, logic]) =>
    isCall(logic) ? [[name, bodyOf(logic)] as const] : [],
  );
  return machine.provide({ actors: Object.fromEntries(actors) }) as Machine;
};

const bodyOf = ({ path, writes }: NamedCall) =>
  fromPromise<Result<unknown>, RequestOf<CallPath>>(({ input, signal }) =>
    callApi(path, input, writes ? {} : { signal }),
  );

/** Returns the prefetched answer of the first call of a machine as part of its input; undefined when it has none. */
interface Prefetching {
  take: (input: unknown) => object | undefined;
}

export const withPrefetched = <Logic extends object, Input>(
  logic: Logic,
  take: (input: Input) => object | undefined,
): Logic => Object.assign(logic, { take });

const hasPrefetched = (logic: object): logic is Prefetching => 'take' in logic;

/** `useActor(machine, usePrefetched(machine, input))`: starts with the prefetched answer, so that it renders once. */
export function usePrefetched<Machine extends AnyStateMachine>(
  machine: Machine,
  input: InputFrom<Machine>,
): { input: InputFrom<Machine> } {
  const [options] = useState(() => {
    const actors = Object.values<object>(machine.implementations.actors).filter(hasPrefetched);
    return { input: Object.assign({}, input, ...actors.map(({ take }) => take(input))) };
  });
  return options;
}
