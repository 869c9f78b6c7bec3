import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventObject,
  getStateNodes,
} from 'xstate';
import type { FailedGuard } from '#contract/errors.ts';
import { byStage } from '#contract/wire-stages.ts';
import { stages } from './box/stages.ts';
import type { Person, ProfileId } from './people/profiles.ts';

/** Guards that say what they ask of, and the explanation of a refusal by those that fail. */

type Missing = Omit<FailedGuard, 'guardia' | 'mensaje'>;

/** Asks who acts, whatever the event carries (409). */
interface PersonGuard<Context> {
  asks: 'person';
  mensaje: string;
  holds: (args: { context: Context; event: { actor: Person } }) => boolean;
  /** The profiles for which it holds; absent where the profile decides nothing. */
  profiles?: readonly ProfileId[];
}

/** Asks what the box or the expense is, no matter who acts (409). */
interface StateGuard<Context> {
  asks: 'state';
  mensaje: string;
  holds: (args: { context: Context }) => boolean;
  missing?: (args: { context: Context }) => Missing;
}

/** Asks what the event carries: something that the person can fill in (422). */
interface FormGuard<Context, Event> {
  asks: 'form';
  /** The field of the form under which its sentence stands; null where it asks of the form as a whole. */
  field: string | null;
  mensaje: string;
  holds: (args: { context: Context; event: Event }) => boolean;
  /** Says what is missing and where, by the very function that the guard asks. */
  missing?: (args: { context: Context; event: Event }) => Missing;
  /** False when nothing that could be filled in satisfies it; absent where something always does. */
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
  holds: ({ event }: { event: { actor: Person } }) => profiles.includes(event.actor.profile),
});

/** A context that may know who decides: absent where anybody of the profile may, and in a replay. */
export interface Assigned {
  deciders?: readonly number[];
}

/** The guard of each stage's profile, by its name; `sentence` gets who the reviewer is. */
export const reviewerGuards = (sentence: (who: string) => string) =>
  byStage(
    (_, stage) => stages[stage].actorGuard,
    (stage) => {
      const guard = profileGuard([stages[stage].profile], sentence(stages[stage].who));
      return {
        ...guard,
        holds: ({ context, event }: { context: Assigned; event: { actor: Person } }) =>
          guard.holds({ event }) && (context.deciders?.includes(event.actor.id) ?? true),
      };
    },
  );

/** The guards as a machine takes them. */
export const predicatesOf = <Context, Event extends { actor: Person }, Name extends string>(
  guards: Record<Name, Guard<Context, Event>>,
) =>
  Object.fromEntries(
    Object.entries<Guard<Context, Event>>(guards).map(([name, { holds }]) => [name, holds]),
  ) as Record<Name, (args: { context: Context; event: Event }) => boolean>;

interface Rules<Context, Event extends EventObject, Name extends string> {
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
export type Intention<Event extends { type: string; actor: Person }> = Event extends unknown
  ? Pick<Event, 'type' | 'actor'>
  : never;

/**
 * Makes `explain(snapshot, event)` for one state machine: the failing guards of the transition that comes nearest to being
 * taken; empty when the event is allowed. Before a form is filled in, its guards fail only where nothing could
 * satisfy them.
 */
export function explainer<
  Context,
  Event extends EventObject & { actor: Person },
  Name extends string,
>({ machine, guards, stateSentence }: Rules<Context, Event, Name>) {
  const isGuard = (name: string): name is Name => Object.hasOwn(guards, name);
  return (
    snapshot: AnyMachineSnapshot,
    event: Event | Intention<Event>,
    isFilledIn = true,
  ): FailedGuard[] => {
    const args = { context: snapshot.context as Context, event: event as Event };
    // Those of the very machine that refused: a test may bring another one.
    const predicates = snapshot.machine.implementations.guards as Record<
      Name,
      (question: typeof args) => boolean
    >;
    const refusalOf = (name: Name): FailedGuard[] => {
      const guard = guards[name];
      const holds =
        isFilledIn || guard.asks !== 'form'
          ? predicates[name](args)
          : (guard.possible?.(args) ?? true);
      if (holds) return [];
      const missing = isFilledIn && 'missing' in guard ? guard.missing?.(args) : undefined;
      return [{ guardia: name, mensaje: guard.mensaje, ...missing }];
    };
    const candidates = getStateNodes(machine.root, snapshot.value)
      .flatMap((node) => node.transitions.get(event.type) ?? [])
      .map((transition) => guardsOf(transition.guard).filter(isGuard).flatMap(refusalOf));
    const nearest = candidates.sort((one, other) => one.length - other.length)[0];
    return nearest ?? [{ guardia: 'stateAllows', mensaje: stateSentence(snapshot, event.type) }];
  };
}
