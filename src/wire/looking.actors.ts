import { useState } from 'react';
import {
  type AnyActorLogic,
  type AnyStateMachine,
  type InputFrom,
  type OutputFrom,
  type Snapshot,
  fromPromise,
  initialTransition,
  transition,
} from 'xstate';
import type { AnswerOf, CallPath, ListPath, RequestOf } from '#contract/contract.ts';
import {
  type ListPage,
  createDetailMachine,
  createListMachine,
} from '#machines/flows/records/list.machine.ts';
import { type Result, answered } from '#machines/flows/steps/result.ts';
import { callApi, callList, consumePrefetched, listedIn } from './client.ts';

/** The answers of several calls by their names, or the first refusal among them. */
export async function allAnswered<Answers extends object>(
  calls: {
    [Name in keyof Answers]: Promise<Result<Answers[Name]>>;
  },
): Promise<Result<Answers>> {
  const named = Object.entries<Promise<Result<unknown>>>(calls).map(
    async ([name, call]) => [name, await call] as const,
  );
  const results = await Promise.all(named);
  const answers: [string, unknown][] = [];
  for (const [name, result] of results) {
    if (!result.ok) return result;
    answers.push([name, result.answer]);
  }
  return answered(Object.fromEntries(answers) as Answers);
}

/**
 * Actors that begin where the prefetched answer of their first call leads: a screen is then rendered once, not
 * first without and then with its rows.
 */

type Take<Logic extends AnyActorLogic> = (input: InputFrom<Logic>) => OutputFrom<Logic> | undefined;

/** The logic of the call that a machine begins with, by the same input; `take` is its output where that is there already, once. */
const hydrated = <Logic extends AnyActorLogic>(logic: Logic, take: Take<Logic>): Logic =>
  Object.assign(logic, { take });

const answersWith = (logic: object): logic is { take: Take<AnyActorLogic> } => 'take' in logic;

/** The options of an actor. */
interface Begun<Input> {
  input: Input;
  /** Where nothing was prefetched there is none, and the actor begins as every other. */
  snapshot?: Snapshot<unknown>;
}

function begun<Machine extends AnyStateMachine>(
  machine: Machine,
  input: InputFrom<Machine>,
): Begun<InputFrom<Machine>> {
  for (const [id, logic] of Object.entries<object>(machine.implementations.actors)) {
    const output = answersWith(logic) ? logic.take(input) : undefined;
    if (output === undefined) continue;
    const [asking] = initialTransition<AnyStateMachine>(machine, input);
    const answer = { type: `xstate.done.actor.${id}`, actorId: id, output };
    return { input, snapshot: transition<AnyStateMachine>(machine, asking, answer)[0] };
  }
  return { input };
}

/** `useActor(machine, useBegun(machine, input))`: begins with the answer that is there already. */
export function useBegun<Machine extends AnyStateMachine>(
  machine: Machine,
  input: InputFrom<Machine>,
): Begun<InputFrom<Machine>> {
  const [options] = useState(() => begun(machine, input));
  return options;
}

/** The flows that only look at something, by the call that brings it. */

export const pagesOf = <Path extends ListPath>(path: Path) =>
  hydrated(
    fromPromise<Result<ListPage<AnswerOf<Path>[number]>>, { query: RequestOf<Path> }>(
      ({ input, signal }) => callList(path, input.query, { signal }),
    ),
    ({ query }) => {
      const outcome = consumePrefetched(path, query);
      return outcome && listedIn(outcome);
    },
  );

/** A list that comes by pages. */
export const listOf = <Path extends ListPath>(path: Path) =>
  createListMachine<AnswerOf<Path>[number], RequestOf<Path>>().provide({
    actors: { loadRows: pagesOf(path) },
  });

/** One thing, which `load` finds by its key. */
export const detailFrom = <Data, Key>(
  load: (key: Key, signal: AbortSignal) => Promise<Result<Data>>,
) =>
  createDetailMachine<Data, Key>().provide({
    actors: { loadDetail: fromPromise(({ input, signal }) => load(input.key, signal)) },
  });

/** One thing, found by the body of its call. */
export const detailOf = <Path extends CallPath>(path: Path) =>
  createDetailMachine<AnswerOf<Path>, RequestOf<Path>>().provide({
    actors: {
      loadDetail: hydrated(
        fromPromise(({ input, signal }) => callApi(path, input.key, { signal })),
        ({ key }) => consumePrefetched(path, key)?.result,
      ),
    },
  });
