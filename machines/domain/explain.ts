/** Guards that say what they ask of, and the explanation of a refusal by those that fail. */
import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventObject,
  getStateNodes,
} from 'xstate';
import type { Reason } from '#contract/errors.ts';
import type { Actor, ProfileId } from './permissions.ts';

/** One failing guard, as it travels in `motivos` and as a disabled button tells it. */
export type Refusal = Reason;

type Missing = Omit<Refusal, 'guardia' | 'mensaje'>;

/** Asks who acts, whatever the event carries (409). */
interface PersonGuard<Context> {
  asks: 'person';
  mensaje: string;
  holds: (args: { context: Context; event: { actor: Actor } }) => boolean;
  /** The profiles for which it holds; absent where the profile decides nothing. */
  profiles?: readonly ProfileId[];
}

/** Asks what the box or the expense is, whoever acts (409). */
interface StateGuard<Context> {
  asks: 'state';
  mensaje: string;
  holds: (args: { context: Context }) => boolean;
  missing?: (args: { context: Context }) => Missing;
}

/** Asks what the event carries: something that the person can fill in (422). */
interface FormGuard<Context, Event> {
  asks: 'form';
  mensaje: string;
  holds: (args: { context: Context; event: Event }) => boolean;
  /** What is missing and where, found by the very function that the guard asks. */
  missing?: (args: { context: Context; event: Event }) => Missing;
  /** Whether anything could be filled in that satisfies it; absent where something always can. */
  possible?: (args: { context: Context }) => boolean;
}

export type Guard<Context, Event> =
  | PersonGuard<Context>
  | StateGuard<Context>
  | FormGuard<Context, Event>;

/** The guard of one or more profiles. */
export const profileGuard = (profiles: readonly ProfileId[], mensaje: string) => ({
  asks: 'person' as const,
  mensaje,
  profiles,
  holds: ({ event }: { event: { actor: Actor } }) => profiles.includes(event.actor.profile),
});

/** The guards as a machine takes them. */
export const predicatesOf = <Context, Event extends { actor: Actor }, Name extends string>(
  guards: Record<Name, Guard<Context, Event>>,
) =>
  Object.fromEntries(
    Object.entries<Guard<Context, Event>>(guards).map(([name, { holds }]) => [name, holds]),
  ) as Record<Name, (args: { context: Context; event: Event }) => boolean>;

interface Law<Context, Event extends EventObject, Name extends string> {
  machine: AnyStateMachine;
  guards: Record<Name, Guard<Context, Event>>;
  /** The sentence of an event for which the current state has no transition. */
  stateSentence: (snapshot: AnyMachineSnapshot, type: Event['type']) => string;
}

/** The guards named by one transition, in the order of the chart. */
export const guardsOf = (guard: unknown): string[] => {
  if (typeof guard === 'string') return [guard];
  if (typeof guard === 'function' && 'guards' in guard && Array.isArray(guard.guards))
    return guard.guards.flatMap(guardsOf);
  return [];
};

/** An event, or what is known of it before anything is filled in. */
export type Intention<Event extends { type: string; actor: Actor }> = Event extends unknown
  ? Pick<Event, 'type' | 'actor'>
  : never;

/**
 * Makes two questions to one law. `explain(snapshot, event)` returns the failing guards of the transition that
 * comes nearest to being taken, none when the event is allowed; `explainIntention` does so before the form is
 * filled in.
 */
export function explainer<
  Context,
  Event extends EventObject & { actor: Actor },
  Name extends string,
>({ machine, guards, stateSentence }: Law<Context, Event, Name>) {
  const isGuard = (name: string): name is Name => Object.hasOwn(guards, name);

  function failing(
    snapshot: AnyMachineSnapshot,
    type: Event['type'],
    refusalOf: (name: Name) => Refusal | null,
  ): Refusal[] {
    const candidates = getStateNodes(machine.root, snapshot.value)
      .flatMap((node) => node.transitions.get(type) ?? [])
      .map((transition) =>
        guardsOf(transition.guard)
          .filter(isGuard)
          .flatMap((name) => refusalOf(name) ?? []),
      );
    const nearest = candidates.sort((one, other) => one.length - other.length)[0];
    return nearest ?? [{ guardia: 'stateAllows', mensaje: stateSentence(snapshot, type) }];
  }

  /** The predicate of the very machine that refused: an earlier law has others. */
  const predicateOf = (snapshot: AnyMachineSnapshot, name: Name) =>
    (snapshot.machine.implementations.guards as Record<Name, (args: object) => boolean>)[name];

  const explain = (snapshot: AnyMachineSnapshot, event: Event): Refusal[] => {
    const args = { context: snapshot.context as Context, event };
    return failing(snapshot, event.type, (name) => {
      if (predicateOf(snapshot, name)(args)) return null;
      const guard = guards[name];
      const missing = 'missing' in guard ? guard.missing?.(args) : undefined;
      return { guardia: name, mensaje: guard.mensaje, ...missing };
    });
  };

  const explainIntention = (snapshot: AnyMachineSnapshot, event: Intention<Event>): Refusal[] => {
    const args = { context: snapshot.context as Context, event };
    return failing(snapshot, event.type, (name) => {
      const guard = guards[name];
      const holds =
        guard.asks === 'form'
          ? (guard.possible?.(args) ?? true)
          : predicateOf(snapshot, name)(args);
      return holds ? null : { guardia: name, mensaje: guard.mensaje };
    });
  };

  return { explain, explainIntention };
}
