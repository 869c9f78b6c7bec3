/**
 * Compares a machine with the tables of an expense and the payloads of its events. No expectation is computed
 * from the machine under test.
 */
import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  initialTransition,
  transition,
} from 'xstate';
import type {
  Consequence,
  ExpenseContext,
  ExpenseCommand,
  ExpenseEvent,
} from '#machines/domain/expense/expense-guards.ts';
import type { FailedGuard } from '#contract/errors.ts';
import type { ProfileId } from '#machines/domain/people/profiles.ts';
import type { BoxStateName, ExpenseStateName } from '#machines/domain/stages/states.ts';
import { arrivals, boxes, rules, places, profiles } from './expense-rules.ts';
import { expensePayloads } from './expense-payloads.ts';
import type { ExpensePayload } from './payload.ts';

/** Limits the tables to the rows of one event in one state and its child states. */
export interface Only {
  state: string;
  event: string;
}

/** A state of the chart; `box` is null for a state outside the box states. */
interface Place {
  box: BoxStateName | null;
  state: ExpenseStateName | 'removed';
}

const everyPlace: readonly Place[] = [
  ...boxes.flatMap((box) => places[box].map((state) => ({ box, state }))),
  { box: null, state: 'reserved' },
  { box: null, state: 'removed' },
];

const pathOf = ({ box, state }: Place): string => (box === null ? state : `${box}.${state}`);

const placesIn = (only?: Only): readonly Place[] =>
  everyPlace.filter(
    (place) => only === undefined || [pathOf(place), place.box].includes(only.state),
  );

const eventsIn = <Type extends string>(types: Record<Type, unknown>, only?: Only): Type[] =>
  (Object.keys(types) as Type[]).filter((type) => only === undefined || only.event === type);

const recorder = 7;

export interface ExpenseCase extends Place {
  type: ExpenseEvent['type'];
  payload: ExpensePayload;
  profile: ProfileId;
  own: boolean;
  needsMaintenance: boolean;
}

const bare: ExpensePayload = { name: 'bare', event: {}, refusedBy: [] };

/** Every state, event and profile with a valid payload, own or not, with and without maintenance. */
function* situations(only?: Only): Generator<ExpenseCase> {
  for (const place of placesIn(only))
    for (const profile of profiles)
      for (const own of [false, true])
        for (const needsMaintenance of [false, true]) {
          const row = { ...place, profile, own, needsMaintenance };
          for (const type of eventsIn(rules, only))
            yield { ...row, type, payload: expensePayloads[type][0] };
          for (const type of eventsIn(arrivals, only)) yield { ...row, type, payload: bare };
        }
}

/** Every payload in every state by every profile. */
function* payloads(only?: Only): Generator<ExpenseCase> {
  for (const place of placesIn(only))
    for (const type of eventsIn(rules, only))
      for (const payload of expensePayloads[type])
        for (const profile of profiles)
          yield {
            ...place,
            type,
            payload,
            profile,
            own: false,
            needsMaintenance: payload.context?.needsMaintenance ?? true,
          };
}

function* expenseCases(only?: Only): Generator<ExpenseCase> {
  yield* situations(only);
  yield* payloads(only);
}

const nowhere = { refusedBy: ['stateAllows'] };

const isArrival = (type: string): type is Consequence => Object.hasOwn(arrivals, type);

/** The target, or the guards that refuse; `stateAllows` alone if the state does not have the event. */
export function expenseVerdict(one: ExpenseCase): { to: Place } | { refusedBy: string[] } {
  const { box, state, type } = one;
  if (box === null || state === 'removed') return nowhere;
  if (isArrival(type)) {
    const { to, from, withMaintenance } = arrivals[type];
    const moves = { ...from[box], ...(one.needsMaintenance && from[box] && withMaintenance) };
    const next = moves[state];
    return next === undefined ? nowhere : { to: { box: to, state: next } };
  }
  const { by, own, moves, guards, ...allowed } = rules[type as ExpenseCommand['type']];
  const to = moves[state];
  if (!allowed.box.includes(box) || to === undefined) return nowhere;
  if (allowed.at !== undefined && allowed.at[state] !== box) return nowhere;
  const refusedBy = [...one.payload.refusedBy, ...(one.payload.refusedIn?.[box] ?? [])];
  if (!by.includes(one.profile)) refusedBy.push(guards[0]);
  if (one.own && !own && guards[1]) refusedBy.push(guards[1]);
  return refusedBy.length === 0
    ? { to: { box: to === 'removed' ? null : box, state: to } }
    : { refusedBy };
}

const contextOf = (one: ExpenseCase): ExpenseContext => ({
  hasReceipt: false,
  recordedBy: recorder,
  categoryIds: [1],
  valor: 12_500_00,
  reembolsar: 9_000_00,
  offeredInvoices: ['https://facturas.test/a', 'https://facturas.test/b'],
  ...one.payload.context,
  needsMaintenance: one.needsMaintenance,
});

const eventOf = (one: ExpenseCase): ExpenseEvent => {
  const actor = { id: one.own ? recorder : 100 + one.profile, profile: one.profile };
  return { ...one.payload.event, type: one.type, actor } as ExpenseEvent;
};

const titleOf = (one: ExpenseCase): string =>
  [
    `${pathOf(one)} ${one.type} "${one.payload.name}" by ${one.profile}`,
    one.own ? 'own' : '',
    one.needsMaintenance ? 'with maintenance' : '',
  ].join(' ');

const chartValueOf = ({ box, state }: Place) => (box === null ? state : { [box]: state });

/** Caches snapshots by their inputs, because many events and profiles share one. */
const snapshotsOf = (machine: AnyStateMachine) => {
  const made = new Map<string, AnyMachineSnapshot>();
  return (one: ExpenseCase): AnyMachineSnapshot => {
    const { needsMaintenance, payload } = one;
    const make = () => machine.resolveState({ value: chartValueOf(one), context: contextOf(one) });
    if (payload.context !== undefined) return make();
    const key = `${pathOf(one)} ${needsMaintenance}`;
    const snapshot = made.get(key) ?? make();
    made.set(key, snapshot);
    return snapshot;
  };
};

const situationOf = ({ value, context }: Pick<AnyMachineSnapshot, 'value' | 'context'>): string =>
  JSON.stringify([value, sorted(context)]);

/** Sorts the context by name, because an event may add a property. */
const sorted = (context: object) =>
  Object.entries(context).toSorted(([one], [other]) => one.localeCompare(other));

const isUnchanged = (next: AnyMachineSnapshot, before: AnyMachineSnapshot): boolean =>
  situationOf(next) === situationOf(before) && next.context === before.context;

/** Yields each difference between a machine and the tables. */
export function* expenseMismatches(machine: AnyStateMachine, only?: Only): Generator<string> {
  for (const needsMaintenance of [false, true]) {
    const case_ = { ...firstCase, needsMaintenance };
    const [first] = initialTransition(machine, contextOf(case_));
    const wanted = needsMaintenance ? 'unreviewedMaintenance' : 'unreviewed';
    const value = JSON.stringify(first.value);
    if (value !== JSON.stringify({ open: wanted }))
      yield `recorded as ${value} instead of ${wanted}`;
  }
  const snapshotOf = snapshotsOf(machine);
  for (const one of expenseCases(only)) {
    const event = eventOf(one);
    const snapshot = snapshotOf(one);
    const wanted = expenseVerdict(one);
    const accepts = snapshot.can(event);
    if (accepts !== 'to' in wanted) yield `${titleOf(one)}: ${accepts ? 'accepted' : 'refused'}`;
    const [next] = transition(machine, snapshot, event);
    const { keeps, keepsIn } = one.payload;
    const corrector = one.type === 'EXPENSE.CORRECT' ? { correctedBy: event.actor.id } : {};
    const context = {
      ...snapshot.context,
      ...keeps,
      ...(one.box && keepsIn?.[one.box]),
      ...corrector,
    };
    const isRight =
      'to' in wanted
        ? situationOf(next) === situationOf({ value: chartValueOf(wanted.to), context })
        : isUnchanged(next, snapshot);
    if (!isRight) yield `${titleOf(one)}: became ${situationOf(next)}`;
  }
}

const firstCase: ExpenseCase = {
  box: 'open',
  state: 'unreviewed',
  type: 'EXPENSE.REMOVE',
  payload: bare,
  profile: 2,
  own: false,
  needsMaintenance: false,
};

/** Yields each difference between the explained reasons and the tables. */
export function* expenseReasonMismatches(
  machine: AnyStateMachine,
  explain: (snapshot: AnyMachineSnapshot, event: ExpenseEvent) => FailedGuard[],
): Generator<string> {
  const snapshotOf = snapshotsOf(machine);
  for (const one of expenseCases()) {
    const given = explain(snapshotOf(one), eventOf(one)).map(({ guardia }) => guardia);
    const wanted = expenseVerdict(one);
    const refusedBy = 'to' in wanted ? [] : wanted.refusedBy;
    if (given.toSorted().join() !== refusedBy.toSorted().join())
      yield `${titleOf(one)}: [${given}] instead of [${refusedBy}]`;
  }
}
