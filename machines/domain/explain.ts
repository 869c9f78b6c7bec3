import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventObject,
  getStateNodes,
} from 'xstate';
import type { FailedGuard } from '#contract/errors.ts';
import { byStage } from '#contract/wire-stages.ts';
import { stages } from './stages/stages.ts';
import type { Person, ProfileId } from './people/profiles.ts';
import { formatMoney } from './values/money.ts';

/** Guards classified by the kind of their condition, and the explanation of a refusal by the guards that fail. */

type Missing = Omit<FailedGuard, 'guardia' | 'mensaje'>;

interface Dated {
  /** First version of the rules (`rulesVersion`) that asks the guard; absent: every version. */
  since?: number;
}

/** A condition on the actor, independent of the payload of the event (409). */
interface PersonGuard<Context> extends Dated {
  asks: 'person';
  mensaje: string;
  holds: (args: { context: Context; event: { actor: Person } }) => boolean;
  /** Profiles for which the guard holds; absent when it does not depend on the profile. */
  profiles?: readonly ProfileId[];
  missing?: (args: { context: Context }) => Missing;
}

/** A condition on the context, independent of the actor (409). */
interface StateGuard<Context> extends Dated {
  asks: 'state';
  mensaje: string;
  holds: (args: { context: Context }) => boolean;
  missing?: (args: { context: Context }) => Missing;
}

/** A condition on the payload of the event, which the user can satisfy in the form (422). */
interface FormGuard<Context, Event> extends Dated {
  asks: 'form';
  /** The form field that shows the message; null for a condition on the form as a whole. */
  field: string | null;
  mensaje: string;
  holds: (args: { context: Context; event: Event }) => boolean;
  /** Details of what is missing, computed by the same function as the guard. */
  missing?: (args: { context: Context; event: Event }) => Missing;
  /** False when no input can satisfy the guard; absent when some input always can. */
  possible?: (args: { context: Context }) => boolean;
}

export type Guard<Context, Event> =
  | PersonGuard<Context>
  | StateGuard<Context>
  | FormGuard<Context, Event>;

/** True when only form guards fail, which the user can satisfy by filling in the form. */
export const isFormOnly = (
  guards: Readonly<Record<string, { asks: string }>>,
  motivos: readonly { guardia: string }[],
): boolean => motivos.every(({ guardia }) => guards[guardia]?.asks === 'form');

/** A guard that requires one of the profiles. */
export const profileGuard = (profiles: readonly ProfileId[], mensaje: string) => ({
  asks: 'person' as const,
  mensaje,
  profiles,
  holds: ({ event }: { event: { actor: Person } }) => profiles.includes(event.actor.profile),
});

/** What guards ask of that no row holds; absent in a replay. */
export interface Circumstances {
  /** Ids of the users who may decide; absent when any user of the profile may. */
  deciders?: readonly number[] | undefined;
  /** Centavos by which the event would exceed the fund of the store; absent where an excess is allowed. */
  excess?: number | undefined;
}

/** Guard of events that take from a fund. */
export const fundGuard = {
  asks: 'form' as const,
  field: null,
  mensaje: 'Los gastos superan el dinero disponible del fondo de la tienda.',
  holds: ({ context }: { context: Circumstances }) => (context.excess ?? 0) <= 0,
  missing: ({ context }: { context: Circumstances }) => ({
    detalle: `El fondo se excede en ${formatMoney(context.excess ?? 0)}`,
  }),
};

/** The reviewer guard of each stage, by guard name; `sentence` builds the message from the stage's `who`. */
export const reviewerGuards = (sentence: (who: string) => string) =>
  byStage(
    (_, stage) => stages[stage].actorGuard,
    (stage) => {
      const guard = profileGuard([stages[stage].profile], sentence(stages[stage].who));
      return {
        ...guard,
        holds: ({ context, event }: { context: Circumstances; event: { actor: Person } }) =>
          guard.holds({ event }) && (context.deciders?.includes(event.actor.id) ?? true),
      };
    },
  );

/**
 * The guards as predicates for XState's `setup`.
 *
 * @param version of the rules; a guard that is newer always holds
 */
export const predicatesOf = <Context, Event extends { actor: Person }, Name extends string>(
  guards: Record<Name, Guard<Context, Event>>,
  version = Number.POSITIVE_INFINITY,
) =>
  Object.fromEntries(
    Object.entries<Guard<Context, Event>>(guards).map(([name, { holds, since = 1 }]) => [
      name,
      since <= version ? holds : () => true,
    ]),
  ) as Record<Name, (args: { context: Context; event: Event }) => boolean>;

interface Rules<Context, Event extends EventObject, Name extends string> {
  machine: AnyStateMachine;
  guards: Record<Name, Guard<Context, Event>>;
  /** Message for an event without a transition in the current state. */
  stateSentence: (snapshot: AnyMachineSnapshot, type: Event['type']) => string;
}

/** Guard names of one transition, in order. */
export const guardsOf = (guard: unknown): string[] => {
  if (typeof guard === 'string') return [guard];
  if (typeof guard === 'function' && 'guards' in guard && Array.isArray(guard.guards))
    return guard.guards.flatMap(guardsOf);
  return [];
};

/** The part of an event that is known before its form is filled in. */
export type Intention<Event extends { type: string; actor: Person }> = Event extends unknown
  ? Pick<Event, 'type' | 'actor'>
  : never;

/**
 * Creates `explain(snapshot, event)` for one state machine. It returns the failing guards of the candidate transition
 * with the fewest failures, or an empty list when the event is allowed. With `isFilledIn` false, form guards fail only
 * when no input can satisfy them.
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
    // Taken from the machine of the snapshot, which a test may have replaced.
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
