/** Names of the transitions of a machine, to report which ones were taken. */
import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode, EventObject } from 'xstate';

/** `state EVENT #index`; the event of an eventless transition is `always`. */
type TransitionName = string;

const nameOf = (state: string, event: string, index: number): TransitionName =>
  `${state} ${event} #${index}`;

const nodesOf = (node: AnyStateNode): AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap(nodesOf),
];

const pathOf = (node: AnyStateNode): string => node.path.join('.');

export const transitionsOf = (machine: AnyStateMachine): TransitionName[] =>
  nodesOf(machine.root).flatMap((node) => [
    ...[...node.transitions].flatMap(([event, candidates]) =>
      candidates.map((_, index) => nameOf(pathOf(node), event, index)),
    ),
    ...(node.always ?? []).map((_, index) => nameOf(pathOf(node), 'always', index)),
  ]);

/** The transition that an event takes; null when the machine refuses it. */
export function takenBy(
  machine: AnyStateMachine,
  snapshot: AnyMachineSnapshot,
  event: EventObject,
): TransitionName | null {
  // A transition without target and actions is selected, but `can` returns false, and so the browser and the server
  // refuse it.
  const taken = snapshot.can(event) ? machine.getTransitionData(snapshot, event)[0] : undefined;
  if (taken === undefined) return null;
  const candidates = taken.source.transitions.get(event.type) ?? [];
  return nameOf(pathOf(taken.source), event.type, candidates.indexOf(taken));
}

/** The eventless transition out of the transient initial state. */
export function takenAtStart(machine: AnyStateMachine, first: string): TransitionName {
  const initial = String(machine.config.initial);
  const candidates = machine.states[initial]?.always ?? [];
  const index = candidates.findIndex((candidate) => candidate.target?.[0]?.key === first);
  return nameOf(initial, 'always', index);
}
