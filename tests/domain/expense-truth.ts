/**
 * The law of an expense as a table written by hand: what is not in it must be refused and must change
 * nothing. Nothing here is computed from the machine that it judges.
 */
import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  initialTransition,
  transition,
} from 'xstate';
import type { Refusal } from '#machines/domain/explain.ts';
import type {
  ExpenseContext,
  ExpenseEvent,
  ExpenseEventType,
} from '#machines/domain/expense.machine.ts';
import type { ProfileId } from '#machines/domain/permissions.ts';
import type { BoxStateName } from '#machines/domain/states.ts';
import { type ExpensePayload, expensePayloads } from './expense-payloads.ts';

/** `recording` is only passed on the way to the first of them. */
const states = [
  'unreviewed',
  'unreviewedMaintenance',
  'pendingMaintenance',
  'supervisorApproved',
  'supervisorRejected',
  'maintenanceApproved',
  'maintenanceRejected',
  'accountingApproved',
  'accountingRejected',
  'finalApproved',
  'finalRejected',
  'reserved',
  'removed',
] as const;
type State = (typeof states)[number];

const boxes = [
  'open',
  'supervision',
  'maintenance',
  'preliminary',
  'readyToShip',
  'finalAccounting',
  'closed',
] as const satisfies readonly BoxStateName[];

const profiles = [1, 2, 3, 4, 5, 6, 7, 8] as const;

interface Law {
  /** In which states of its box. */
  box: readonly BoxStateName[];
  by: readonly ProfileId[];
  /** Whether the person who recorded the expense may. */
  own: boolean;
  moves: Partial<Record<State, State>>;
  /** From these states only when the expense needs maintenance. */
  onlyWithMaintenance?: readonly State[];
  /** The guards that say so: box, profile, person. */
  guards: readonly [string, string, string?];
}

const unmarked = {
  unreviewed: 'supervisorApproved',
  unreviewedMaintenance: 'supervisorApproved',
  supervisorApproved: 'supervisorApproved',
  supervisorRejected: 'supervisorApproved',
} as const;

const law: Record<ExpenseEventType, Law> = {
  'EXPENSE.ATTACH_SUPPORT': {
    box: ['open'],
    by: [2, 4],
    own: true,
    moves: { unreviewed: 'unreviewed', unreviewedMaintenance: 'unreviewedMaintenance' },
    guards: ['boxIsOpen', 'actorIsStore'],
  },
  'EXPENSE.REMOVE': {
    box: ['open'],
    by: [2, 4],
    own: true,
    moves: { unreviewed: 'removed', unreviewedMaintenance: 'removed' },
    guards: ['boxIsOpen', 'actorIsStore'],
  },
  'SUPERVISOR.APPROVE': {
    box: ['supervision'],
    by: [3],
    own: false,
    moves: unmarked,
    guards: ['boxIsInSupervision', 'actorIsSupervisor', 'actorDidNotRecord'],
  },
  'SUPERVISOR.REJECT': {
    box: ['supervision'],
    by: [3],
    own: false,
    moves: {
      unreviewed: 'supervisorRejected',
      unreviewedMaintenance: 'supervisorRejected',
      supervisorApproved: 'supervisorRejected',
      supervisorRejected: 'supervisorRejected',
    },
    guards: ['boxIsInSupervision', 'actorIsSupervisor', 'actorDidNotRecord'],
  },
  'EXPENSE.CHOOSE_INVOICE': {
    box: ['supervision'],
    by: [3],
    own: true,
    moves: {
      unreviewed: 'unreviewed',
      unreviewedMaintenance: 'unreviewedMaintenance',
      supervisorApproved: 'supervisorApproved',
      supervisorRejected: 'supervisorRejected',
    },
    guards: ['boxIsInSupervision', 'actorIsSupervisor'],
  },
  'BOX.ENTERED_MAINTENANCE': {
    box: ['maintenance'],
    by: [3],
    own: true,
    moves: {
      unreviewedMaintenance: 'pendingMaintenance',
      supervisorApproved: 'pendingMaintenance',
    },
    onlyWithMaintenance: ['supervisorApproved'],
    guards: ['boxIsInMaintenance', 'actorIsSupervisor'],
  },
  'MAINTENANCE.APPROVE': {
    box: ['maintenance'],
    by: [5],
    own: false,
    moves: { pendingMaintenance: 'maintenanceApproved' },
    guards: ['boxIsInMaintenance', 'actorIsMaintenance', 'actorDidNotRecord'],
  },
  'MAINTENANCE.REJECT': {
    box: ['maintenance'],
    by: [5],
    own: false,
    moves: { pendingMaintenance: 'maintenanceRejected' },
    guards: ['boxIsInMaintenance', 'actorIsMaintenance', 'actorDidNotRecord'],
  },
  'ACCOUNTING.APPROVE': {
    box: ['preliminary'],
    by: [6],
    own: false,
    moves: {
      supervisorApproved: 'accountingApproved',
      maintenanceApproved: 'accountingApproved',
    },
    guards: ['boxIsInPreliminary', 'actorIsAccounting', 'actorDidNotRecord'],
  },
  'ACCOUNTING.REJECT': {
    box: ['preliminary'],
    by: [6],
    own: false,
    moves: {
      supervisorApproved: 'accountingRejected',
      maintenanceApproved: 'accountingRejected',
    },
    guards: ['boxIsInPreliminary', 'actorIsAccounting', 'actorDidNotRecord'],
  },
  'EXPENSE.ITEMISE': {
    box: ['preliminary', 'finalAccounting'],
    by: [6],
    own: true,
    moves: { supervisorApproved: 'supervisorApproved' },
    guards: ['boxIsInAccounting', 'actorIsAccounting'],
  },
  'BOX.SHIPPED': {
    box: ['finalAccounting'],
    by: [2, 4],
    own: true,
    moves: { accountingApproved: 'supervisorApproved' },
    guards: ['boxIsInFinalAccounting', 'actorIsStore'],
  },
  'FINAL.APPROVE': {
    box: ['finalAccounting'],
    by: [6],
    own: false,
    moves: {
      supervisorApproved: 'finalApproved',
      finalApproved: 'finalApproved',
      finalRejected: 'finalApproved',
    },
    guards: ['boxIsInFinalAccounting', 'actorIsAccounting', 'actorDidNotRecord'],
  },
  'FINAL.REJECT': {
    box: ['finalAccounting'],
    by: [6],
    own: false,
    moves: {
      supervisorApproved: 'finalRejected',
      finalApproved: 'finalRejected',
      finalRejected: 'finalRejected',
    },
    guards: ['boxIsInFinalAccounting', 'actorIsAccounting', 'actorDidNotRecord'],
  },
};

const eventTypes = Object.keys(law) as ExpenseEventType[];

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

const situationOf = ({ value, context }: AnyMachineSnapshot): string =>
  JSON.stringify([value, context]);

/** Where a machine departs from the table. */
export function* expenseMismatches(machine: AnyStateMachine, only?: Only): Generator<string> {
  for (const needsMaintenance of [false, true]) {
    const case_ = { ...firstCase, needsMaintenance };
    const [first] = initialTransition(machine, contextOf(case_));
    const wanted = needsMaintenance ? 'unreviewedMaintenance' : 'unreviewed';
    if (first.value !== wanted) yield `recorded as ${String(first.value)} instead of ${wanted}`;
  }
  for (const one of expenseCases(only)) {
    const context = contextOf(one);
    const event = eventOf(one);
    const snapshot = machine.resolveState({ value: one.state, context });
    const wanted = expected(one);
    const accepts = snapshot.can(event);
    if (accepts !== 'to' in wanted) yield `${titleOf(one)}: ${accepts ? 'accepted' : 'refused'}`;
    const [next] = transition(machine, snapshot, event);
    const after =
      'to' in wanted
        ? JSON.stringify([wanted.to, { ...context, ...one.payload.keeps }])
        : situationOf(snapshot);
    if (situationOf(next) !== after) yield `${titleOf(one)}: became ${situationOf(next)}`;
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
  for (const one of expenseCases()) {
    const snapshot = machine.resolveState({ value: one.state, context: contextOf(one) });
    const given = explain(snapshot, eventOf(one)).map(({ guardia }) => guardia);
    const wanted = expected(one);
    const refusedBy = 'to' in wanted ? [] : wanted.refusedBy;
    if (given.toSorted().join() !== refusedBy.toSorted().join())
      yield `${titleOf(one)}: [${given}] instead of [${refusedBy}]`;
  }
}
