/**
 * The way of a box from its first expense to its closing, read from the chart: which stages there are,
 * in which order, and which of them a given box passed, is in, will come to or does without.
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
import type { BoxStateName } from './states.ts';

/** One way out of a state. */
interface BoxPassage {
  from: BoxStateName;
  to: BoxStateName;
  event: BoxEventType;
  guards: readonly BoxGuard[];
}

const isBoxGuard = (name: string): name is BoxGuard => Object.hasOwn(boxGuards, name);

/** Every transition that leads a box from one state to another, in the order of the chart. */
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

/** Stages on the longest way from here to the end: a stage that may be left out comes before the next. */
const stagesLeft = (state: BoxStateName): number =>
  Math.max(0, ...passagesFrom(state).map(({ to }) => 1 + stagesLeft(to)));

/** Every state of a box, in the order in which the longest way meets them. */
export const boxStages: readonly BoxStateName[] = (Object.keys(boxMachine.states) as BoxStateName[])
  .map((state): [BoxStateName, number] => [state, stagesLeft(state)])
  .sort(([, one], [, other]) => other - one)
  .map(([state]) => state);

/**
 * The next state of a box once its holder is done, as its expenses stand now: of several
 * passages by the same event, the first whose own guards hold. What they all ask is still to be done.
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

/** The relation of a box to one stage of its lifecycle. */
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
 * The whole way as one box goes it. The last stage is done as soon as it is reached. Which stages a box
 * does without is known once it has an expense.
 *
 * @param visited the states in which the box was, itself included or not
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
