/** Transitions of a machine as text, and mutants of a machine with one part removed. */
import {
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
  and,
  StateMachine,
} from 'xstate';
import { guardsOf } from '#machines/domain/explain.ts';

export const nodesOf = (node: AnyStateNode): AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap(nodesOf),
];

const pathOf = (node: AnyStateNode): string => node.path.join('.') || '(root)';

const eventOf = (event: string): string =>
  event
    .replace('xstate.done.actor.', 'done ')
    .replace('xstate.error.actor.', 'error ')
    .replace(/^xstate\.after\.(\w+)\..*$/, 'after $1');

/** Names in the order of the chart; a guard with params is an object with a `type`. */
const namesOf = (guard: unknown): string[] =>
  typeof guard === 'object' && guard !== null && 'type' in guard
    ? [String(guard.type)]
    : guardsOf(guard);

/** Actions named in the chart; xstate adds internal ones for delays. */
const actionsOf = (actions: readonly unknown[]): string => {
  const names = actions
    .map((action) => String(typeof action === 'string' ? action : Object(action).type))
    .filter((name) => !name.startsWith('xstate.'));
  return names.length === 0 ? '' : ` / ${names.join(', ')}`;
};

/** A transition of a state as a line: `loading: done loadRows [hasNoRows] → empty / setRows`. */
export function lineOf(
  node: AnyStateNode,
  event: string,
  { guard, target, actions }: AnyTransitionDefinition,
): string {
  const conditions = guard === undefined ? '' : ` [${namesOf(guard).join(' & ')}]`;
  const to = target === undefined ? 'stays' : target.map(pathOf).join(' & ');
  return `${pathOf(node)}: ${eventOf(event)}${conditions} → ${to}${actionsOf(actions)}`;
}

const linesOf = (node: AnyStateNode): string[] => [
  ...(actionsOf(node.entry) ? [`${pathOf(node)}: entry${actionsOf(node.entry)}`] : []),
  ...(actionsOf(node.exit) ? [`${pathOf(node)}: exit${actionsOf(node.exit)}`] : []),
  ...(node.always ?? []).map((one) => lineOf(node, 'always', one)),
  ...[...node.transitions].flatMap(([event, candidates]) =>
    candidates.map((one) => lineOf(node, event, one)),
  ),
];

/** Lines such as `loading: done loadRows [hasNoRows] → empty / keep`, in the order of evaluation. */
export const transitionsAsText = (machine: AnyStateMachine): string =>
  nodesOf(machine.root)
    .flatMap(linesOf)
    .map((line) => `${line}\n`)
    .join('');

/** Any part of a chart's configuration. */
type Part = Record<string, unknown>;

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

/** The candidates with one removed, with one guard removed from one, or with the actions removed from one. */
function* changedCandidates(written: unknown): Generator<unknown[]> {
  const all = asList(written);
  for (const [index, candidate] of all.entries()) {
    yield all.toSpliced(index, 1);
    if (typeof candidate !== 'object' || candidate === null) continue;
    if ('actions' in candidate) {
      const { actions: _, ...inactive } = candidate;
      yield all.toSpliced(index, 1, inactive);
    }
    if (!('guard' in candidate)) continue;
    const { guard, ...unguarded } = candidate;
    const names = guardsOf(guard);
    if (names.length < 2) yield all.toSpliced(index, 1, unguarded);
    else
      for (const name of names) {
        const left = and(names.filter((other) => other !== name));
        yield all.toSpliced(index, 1, { ...unguarded, guard: left });
      }
  }
}

/** The part with each change of the value of a key. */
function* changedIn(
  part: Part,
  key: string,
  changes: (value: unknown) => Iterable<unknown>,
): Generator<Part> {
  if (part[key] === undefined) return;
  for (const value of changes(part[key])) yield { ...part, [key]: value };
}

const eachOf = (changes: (value: unknown) => Iterable<unknown>) =>
  function* (table: unknown): Generator<Part> {
    const parts = table as Part;
    for (const key of Object.keys(parts)) yield* changedIn(parts, key, changes);
  };

const nothingInstead = () => [[]];

function* changedInvoke(invoke: unknown): Generator<Part> {
  yield* changedIn(invoke as Part, 'onDone', changedCandidates);
  yield* changedIn(invoke as Part, 'onError', changedCandidates);
}

function* changedState(state: unknown): Generator<Part> {
  const part = state as Part;
  yield* changedIn(part, 'entry', nothingInstead);
  yield* changedIn(part, 'exit', nothingInstead);
  yield* changedIn(part, 'on', eachOf(changedCandidates));
  yield* changedIn(part, 'after', eachOf(changedCandidates));
  yield* changedIn(part, 'always', changedCandidates);
  yield* changedIn(part, 'invoke', changedInvoke);
  yield* changedIn(part, 'states', eachOf(changedState));
}

/** Removes each transition, each guard and the actions of each transition, entry and exit, one at a time. */
export function* mutantsOf(machine: AnyStateMachine): Generator<AnyStateMachine> {
  for (const config of changedState(machine.config))
    yield new StateMachine(config as typeof machine.config, machine.implementations);
}

/** The machine without one of its written transitions. */
export function machineWithout(machine: AnyStateMachine, line: string): AnyStateMachine {
  const left = transitionsAsText(machine).replace(`${line}\n`, '');
  const found = [...mutantsOf(machine)].find((mutant) => transitionsAsText(mutant) === left);
  if (found === undefined) throw new Error(`${machine.id} has no transition ${line}`);
  return found;
}
