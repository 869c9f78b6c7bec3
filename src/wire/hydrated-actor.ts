/**
 * Actors that begin where the prefetched answer of their first call leads: a screen is then rendered once, not
 * first without and then with its rows.
 */
import {
  type AnyActorLogic,
  type AnyStateMachine,
  type InputFrom,
  initialTransition,
  type OutputFrom,
  type Snapshot,
  transition,
} from 'xstate';
import { useState } from 'react';

type Take<Logic extends AnyActorLogic> = (input: InputFrom<Logic>) => OutputFrom<Logic> | undefined;

/** The logic of the call that a machine begins with, by the same input; `take` is its output where that is there already, once. */
export const hydrated = <Logic extends AnyActorLogic>(logic: Logic, take: Take<Logic>): Logic =>
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
