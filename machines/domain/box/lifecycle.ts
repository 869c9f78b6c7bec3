/**
 * The lifecycle of a box from its first expense to its closing, derived from the chart: the stages in order, and which
 * of them a given box has passed, is at, will reach or skips.
 */
import {
  type BoxContext,
  type BoxEvent,
  type BoxEventType,
  type BoxGuard,
  boxGuards,
  boxMachine,
} from './box.machine.ts';
import { type Guard, guardsOf } from '../explain.ts';
import type { BoxStateName } from '../stages/states.ts';

/** A transition to another state. */
interface BoxPassage {
  from: BoxStateName;
  to: BoxStateName;
  event: BoxEventType;
  guards: readonly BoxGuard[];
}

const isBoxGuard = (name: string): name is BoxGuard => Object.hasOwn(boxGuards, name);

/** Every transition between two states of a box, in the order of the chart. */
export const boxPassages: readonly BoxPassage[] = Object.values(boxMachine.states).flatMap((node) =>
  [...node.transitions].flatMap(([event, transitions]) =>
    transitions.flatMap((transition) =>
      (transition.target ?? []).map((target) => ({
        from: node.key as BoxStateName,
        to: target.key as BoxStateName,
        event: event as BoxEventType,
        guards: guardsOf(transition.guard).filter(isBoxGuard),
      })),
    ),
  ),
);

const passagesFrom = (state: BoxStateName): BoxPassage[] =>
  boxPassages.filter(({ from }) => from === state);

/** Number of stages on the longest path to the end; it orders a stage that can be skipped before the next one. */
const stagesLeft = (state: BoxStateName): number =>
  Math.max(0, ...passagesFrom(state).map(({ to }) => 1 + stagesLeft(to)));

/** All states of a box, in the order of the longest path. */
export const boxStages: readonly BoxStateName[] = (Object.keys(boxMachine.states) as BoxStateName[])
  .map((state): [BoxStateName, number] => [state, stagesLeft(state)])
  .sort(([, one], [, other]) => other - one)
  .map(([state]) => state);

/**
 * The next state of a box, given its present expenses: the target of the first transition whose specific guards hold.
 * Guards shared by all transitions are ignored, since the stage can still satisfy them.
 *
 * @returns null from the last state
 */
export function stageAfter(state: BoxStateName, context: BoxContext): BoxStateName | null {
  const passages = passagesFrom(state);
  const askedByAll = (guard: BoxGuard) => passages.every(({ guards }) => guards.includes(guard));
  const holds = (name: BoxGuard) => {
    const guard: Guard<BoxContext, BoxEvent> = boxGuards[name];
    return guard.asks !== 'state' || guard.holds({ context });
  };
  const taken = passages.find(({ guards }) =>
    guards.every((guard) => askedByAll(guard) || holds(guard)),
  );
  return taken?.to ?? null;
}

/** Progress of a box at one stage of its lifecycle. */
export type StageProgress = 'done' | 'current' | 'pending' | 'skipped';

interface LifecycleStage {
  state: BoxStateName;
  progress: StageProgress;
}

function upcomingStates(state: BoxStateName, context: BoxContext): BoxStateName[] {
  const next = stageAfter(state, context);
  return next === null ? [] : [next, ...upcomingStates(next, context)];
}

/**
 * All stages with the progress of one box. The last stage is done as soon as it is reached. Without expenses, every
 * later stage is pending, since the skipped ones are not known yet.
 *
 * @param visited states that the box has been in; the current one may be included
 */
export function lifecycleOf(
  current: BoxStateName,
  context: BoxContext,
  visited: readonly BoxStateName[],
): LifecycleStage[] {
  const upcoming = upcomingStates(current, context);
  const later = boxStages.slice(boxStages.indexOf(current) + 1);
  const isUpcoming = (state: BoxStateName) =>
    context.expenses.length === 0 ? later.includes(state) : upcoming.includes(state);
  const progressOf = (state: BoxStateName): StageProgress => {
    if (state === current) return upcoming.length === 0 ? 'done' : 'current';
    if (isUpcoming(state)) return 'pending';
    return visited.includes(state) ? 'done' : 'skipped';
  };
  return boxStages.map((state) => ({ state, progress: progressOf(state) }));
}
