import { type AnyStateMachine, fromPromise } from 'xstate';
import type { CallPath, RequestOf } from '#contract/contract.ts';
import { type NamedCall, type Result, isCall } from '#machines/flows/steps/result.ts';
import { callApi } from './client.ts';

/** The flow with the bodies of its calls; whatever else it asks for is provided beside them. */
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
