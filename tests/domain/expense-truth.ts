/**
 * Holds a machine against the law of an expense and the payloads of its events. Nothing that is
 * expected here is computed from the machine that it judges.
 */
import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  initialTransition,
  transition,
} from 'xstate';
import type {
  ExpenseContext,
  ExpenseEvent,
  ExpenseEventType,
} from '#machines/domain/expense-guards.ts';
import type { Refusal } from '#machines/domain/explain.ts';
import type { ProfileId } from '#machines/domain/permissions.ts';
import type { BoxStateName } from '#machines/domain/states.ts';
import { boxes, eventTypes, law, profiles, type State, states } from './expense-law.ts';
import { expensePayloads } from './expense-payloads.ts';
import type { ExpensePayload } from './payload.ts';

/** Narrows the table to the rows of one state and one event. */
export interface Only {
  state: string;
  event: string;
}

const statesOf = (only?: Only): readonly State[] =>
  states.filter((state) => only === undefined || only.state === state);

const eventsOf = (only?: Only): readonly ExpenseEventType[] =>
  eventTypes.filter((type) => only === undefined || only.event === type);

const recorder = 7;

interface ExpenseCase {
  state: State;
  type: ExpenseEventType;
  payload: ExpensePayload;
  box: BoxStateName;
  profile: ProfileId;
  own: boolean;
  needsMaintenance: boolean;
}

/** Every state, event, profile and box with a faultless payload, own and foreign, with the flag and without. */
function* situations(only?: Only): Generator<ExpenseCase> {
  for (const state of statesOf(only))
    for (const type of eventsOf(only))
      for (const box of boxes)
        for (const profile of profiles)
          for (const own of [false, true])
            for (const needsMaintenance of [false, true]) {
              const payload = expensePayloads[type][0];
              yield { state, type, payload, box, profile, own, needsMaintenance };
            }
}

/** Every payload in every state: by every profile in the right box, and by the right one in every box. */
function* payloads(only?: Only): Generator<ExpenseCase> {
  for (const state of statesOf(only))
    for (const type of eventsOf(only))
      for (const payload of expensePayloads[type]) {
        const row = { state, type, payload, own: false, needsMaintenance: true };
        for (const box of law[type].box)
          for (const profile of profiles) yield { ...row, box, profile };
        for (const profile of law[type].by) for (const box of boxes) yield { ...row, box, profile };
      }
}

function* expenseCases(only?: Only): Generator<ExpenseCase> {
  yield* situations(only);
  yield* payloads(only);
}

/** The target, or the guards that refuse; no guard at all when the state knows no such event. */
function expected(one: ExpenseCase): { to: State } | { refusedBy: string[] } {
  const { box, by, own, moves, onlyWithMaintenance, guards } = law[one.type];
  const to = moves[one.state];
  if (to === undefined) return { refusedBy: ['stateAllows'] };
  const refusedBy = [...one.payload.refusedBy];
  if (!box.includes(one.box)) refusedBy.push(guards[0]);
  if (!by.includes(one.profile)) refusedBy.push(guards[1]);
  if (one.own && !own && guards[2]) refusedBy.push(guards[2]);
  if (onlyWithMaintenance?.includes(one.state) && !one.needsMaintenance)
    refusedBy.push('needsMaintenance');
  return refusedBy.length === 0 ? { to } : { refusedBy };
}

const contextOf = (one: ExpenseCase): ExpenseContext => ({
  hasSupport: false,
  recordedBy: recorder,
  categoryIds: [1],
  valor: 12_500_00,
  reembolsar: 9_000_00,
  offeredInvoices: ['https://facturas.test/a', 'https://facturas.test/b'],
  ...one.payload.context,
  boxState: one.box,
  needsMaintenance: one.needsMaintenance,
});

const eventOf = (one: ExpenseCase): ExpenseEvent => {
  const actor = { id: one.own ? recorder : 100 + one.profile, profile: one.profile };
  return { ...one.payload.event, type: one.type, actor } as ExpenseEvent;
};

const titleOf = (one: ExpenseCase): string =>
  [
    `${one.state} ${one.type} "${one.payload.name}" by ${one.profile} in ${one.box}`,
    one.own ? 'own' : '',
    one.needsMaintenance ? 'with maintenance' : '',
  ].join(' ');

/** Snapshots by what they are made of: the same one serves many events and profiles. */
const snapshotsOf = (machine: AnyStateMachine) => {
  const made = new Map<string, AnyMachineSnapshot>();
  return (one: ExpenseCase): AnyMachineSnapshot => {
    const { state, box, needsMaintenance, payload } = one;
    const make = () => machine.resolveState({ value: state, context: contextOf(one) });
    if (payload.context !== undefined) return make();
    const key = `${state} ${box} ${needsMaintenance}`;
    const snapshot = made.get(key) ?? make();
    made.set(key, snapshot);
    return snapshot;
  };
};

const situationOf = ({ value, context }: Pick<AnyMachineSnapshot, 'value' | 'context'>): string =>
  JSON.stringify([value, context]);

const isUnchanged = (next: AnyMachineSnapshot, before: AnyMachineSnapshot): boolean =>
  next.value === before.value && next.context === before.context;

/** Where a machine departs from the table. */
export function* expenseMismatches(machine: AnyStateMachine, only?: Only): Generator<string> {
  for (const needsMaintenance of [false, true]) {
    const case_ = { ...firstCase, needsMaintenance };
    const [first] = initialTransition(machine, contextOf(case_));
    const wanted = needsMaintenance ? 'unreviewedMaintenance' : 'unreviewed';
    if (first.value !== wanted) yield `recorded as ${String(first.value)} instead of ${wanted}`;
  }
  const snapshotOf = snapshotsOf(machine);
  for (const one of expenseCases(only)) {
    const event = eventOf(one);
    const snapshot = snapshotOf(one);
    const wanted = expected(one);
    const accepts = snapshot.can(event);
    if (accepts !== 'to' in wanted) yield `${titleOf(one)}: ${accepts ? 'accepted' : 'refused'}`;
    const [next] = transition(machine, snapshot, event);
    const context = { ...snapshot.context, ...one.payload.keeps };
    const isRight =
      'to' in wanted
        ? situationOf(next) === situationOf({ value: wanted.to, context })
        : isUnchanged(next, snapshot);
    if (!isRight) yield `${titleOf(one)}: became ${situationOf(next)}`;
  }
}

const firstCase: ExpenseCase = {
  state: 'unreviewed',
  type: 'EXPENSE.REMOVE',
  payload: expensePayloads['EXPENSE.REMOVE'][0],
  box: 'open',
  profile: 2,
  own: false,
  needsMaintenance: false,
};

/** Where the reasons given depart from the table. */
export function* expenseReasonMismatches(
  machine: AnyStateMachine,
  explain: (snapshot: AnyMachineSnapshot, event: ExpenseEvent) => Refusal[],
): Generator<string> {
  const snapshotOf = snapshotsOf(machine);
  for (const one of expenseCases()) {
    const given = explain(snapshotOf(one), eventOf(one)).map(({ guardia }) => guardia);
    const wanted = expected(one);
    const refusedBy = 'to' in wanted ? [] : wanted.refusedBy;
    if (given.toSorted().join() !== refusedBy.toSorted().join())
      yield `${titleOf(one)}: [${given}] instead of [${refusedBy}]`;
  }
}
