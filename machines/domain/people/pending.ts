/** Boxes and expenses by whom they wait for: the boxes that a profile has to move, and the expenses that it has to decide. */
import type { BoxGroup } from '#contract/calls/boxes.calls.ts';
import { storeProfiles } from './profiles.ts';
import { stageNames, stages } from '../box/stages.ts';
import { type BoxStateName, boxStates, type ExpenseStateName } from '../box/states.ts';

/** In the order of the workflow. */
export const sentStates = (Object.keys(boxStates) as BoxStateName[]).filter(
  (name) => name !== 'open',
);

/** The states in which a sent box waits for somebody of the profile: a review, or the papers of a store. */
export const awaitedStates = (profile: number): BoxStateName[] =>
  (storeProfiles as readonly number[]).includes(profile)
    ? ['readyToShip']
    : stageNames
        .filter((name) => stages[name].profile === profile)
        .map((name) => stages[name].boxState);

/** The states of the boxes of a group, as somebody of the profile sees them. */
export function statesOfGroup(profile: number, group: BoxGroup): BoxStateName[] {
  const awaited = awaitedStates(profile);
  if (group === 'por_decidir') return awaited;
  if (group === 'cerradas') return ['closed'];
  return sentStates.filter((name) => name !== 'closed' && !awaited.includes(name));
}

/** The states of expenses that somebody of the profile has to decide. */
export const undecidedStates = (profile: number): ExpenseStateName[] => [
  ...new Set(
    stageNames
      .filter((name) => stages[name].profile === profile)
      .flatMap((name) => stages[name].waiting),
  ),
];

/** The screen on which somebody of the profile sees a box in a state. */
export function boxScreenOf(profile: number, active: number) {
  const stage = stageNames.find((name) => stages[name].profile === profile);
  if (stage !== undefined) return stages[stage].box;
  return isShippedOrReady(active) ? 'verCajaRevisada' : 'verCaja';
}

const isShippedOrReady = (active: number): boolean =>
  active === boxStates.readyToShip.codigo || active === boxStates.finalAccounting.codigo;
