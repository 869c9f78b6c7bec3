import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventObject,
  getStateNodes,
} from 'xstate';
import type { Reason } from '#contract/errors.ts';

/** One failing guard, as it travels in `motivos` and as a disabled button tells it. */
export type Refusal = Reason;

/**
 * Why a guard refuses. `rule` is something the person can fill in (422); `state` is what the box, the
 * expense or the person is (409).
 */
export interface GuardFacts<Context = unknown, Event = unknown> {
  mensaje: string;
  kind: 'rule' | 'state';
  /** What is missing and where, found by the very function that the guard asks. */
  missing?: (args: { context: Context; event: Event }) => Omit<Refusal, 'guardia' | 'mensaje'>;
}

interface Law<Context, Event extends EventObject, Guard extends string> {
  machine: AnyStateMachine;
  facts: Record<Guard, GuardFacts<Context, Event>>;
  /** Said when the current state has no transition for the event at all. */
  stateSentence: string;
}

/** The guards named by one transition, in the order of the chart. */
export const guardsOf = (guard: unknown): string[] => {
  if (typeof guard === 'string') return [guard];
  if (typeof guard === 'function' && 'guards' in guard && Array.isArray(guard.guards))
    return guard.guards.flatMap(guardsOf);
  return [];
};

/**
 * Makes `explain(snapshot, event)` for one machine: the failing guards of the transition that comes
 * nearest to being taken; empty when the event is allowed.
 */
export function explainer<Context, Event extends EventObject, Guard extends string>(
  law: Law<Context, Event, Guard>,
): (snapshot: AnyMachineSnapshot, event: Event) => Refusal[] {
  const isGuard = (name: string): name is Guard => Object.hasOwn(law.facts, name);
  const refusalOf = (guardia: Guard, args: { context: Context; event: Event }): Refusal => {
    const { mensaje, missing } = law.facts[guardia];
    return { guardia, mensaje, ...missing?.(args) };
  };
  return (snapshot, event) => {
    const args = { context: snapshot.context as Context, event };
    // Those of the very machine that refused: an earlier law has others.
    const guards = snapshot.machine.implementations.guards as Record<
      Guard,
      (asked: typeof args) => boolean
    >;
    const candidates = getStateNodes(law.machine.root, snapshot.value)
      .flatMap((node) => node.transitions.get(event.type) ?? [])
      .map((transition) =>
        guardsOf(transition.guard)
          .filter(isGuard)
          .filter((name) => !guards[name](args)),
      );
    const nearest = candidates.sort((one, other) => one.length - other.length)[0];
    if (nearest === undefined) return [{ guardia: 'stateAllows', mensaje: law.stateSentence }];
    return nearest.map((name) => refusalOf(name, args));
  };
}
