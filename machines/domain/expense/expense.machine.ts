/**
 * The state machine of an expense: one purchase with its receipt, decided at up to four stages. An outer state is the
 * state of its box, an inner state is the stored state of the expense.
 *
 * recording        transient: selects the first state of a new expense
 * open             the store completes or deletes it
 * supervision      the supervisor decides it, and may change the decision until the box is sent
 * maintenance      waits for maintenance, or only for its box when maintenance does not decide it
 * preliminary      waits for accounting's first pass, or is already decided
 * readyToShip      decided; the store ships the papers
 * finalAccounting  waits for accounting's final pass, which may decide again until the box is sent
 * closed           decided for good; it no longer changes
 * reserved         the codes of box and expense form no state of the chart; no transition leads here
 * removed          deleted by the store while its box was open
 *
 * Pure: no timer, no clock, no I/O.
 */
import { type AnyMachineSnapshot, type AnyStateNode, and, assign, setup } from 'xstate';
import { byStage } from '#contract/wire-stages.ts';
import { grantAfterCorrection } from './expense-correction.ts';
import {
  type Consequence,
  type ExpenseContext,
  type ExpenseEvent,
  type ExpenseEventType,
  type ExpenseGuard,
  expenseGuards,
  splitOf,
} from './expense-guards.ts';
import { explainer, predicatesOf } from '../explain.ts';
import { itemisationTotal } from '../review/reimbursement.ts';
import { stageNames, stages } from '../stages/stages.ts';
import {
  type BoxStateName,
  boxStateOf,
  boxStates,
  type ExpenseStateName,
  expenseStateOf,
} from '../stages/states.ts';

type Corrected = Extract<ExpenseEvent, { type: 'EXPENSE.CORRECT' }>;

const expenseSetup = setup({
  types: {
    context: {} as ExpenseContext,
    events: {} as ExpenseEvent,
    input: {} as ExpenseContext,
  },
  guards: predicatesOf<ExpenseContext, ExpenseEvent, ExpenseGuard>(expenseGuards),
  actions: {
    setReimbursement: assign((_, saved: Pick<ExpenseContext, 'reembolsar'>) => saved),
    setSplit: assign(({ event }) => {
      const split = splitOf(event);
      return split === null ? {} : { itemised: itemisationTotal(split) };
    }),
    setReceipt: assign({ hasReceipt: true }),
    setCorrection: assign((_, { corregido, actor }: Corrected) => ({
      ...corregido,
      correctedBy: actor.id,
    })),
    boundGrant: assign(({ context }) => ({ reembolsar: grantAfterCorrection(context) })),
    offerInvoices: assign((_, saved: Pick<ExpenseContext, 'offeredInvoices'>) => saved),
    setInvoice: assign((_, saved: Pick<ExpenseContext, 'chosenInvoice'>) => saved),
  },
});

const correction = {
  type: 'setCorrection',
  params: ({ event }: { event: Corrected }) => event,
} as const;

/** Event that an expense receives when its box enters a state. */
export const arrivals = {
  ...byStage(
    (_, stage) => stages[stage].boxState,
    (stage) => stages[stage].arrival,
  ),
  readyToShip: 'BOX.REVIEWED',
  closed: 'BOX.CLOSED',
} as const satisfies Record<Exclude<BoxStateName, 'open'>, Consequence>;

/** Rejected states that an expense may have after accounting's first pass. */
const rejectedBefore = ['accountingRejected', 'supervisorRejected', 'maintenanceRejected'] as const;

type Place = keyof typeof arrivals;

/** States whose only transition is the arrival of the box at `place`, which preserves the stored state. */
const statesPassingTo = <Stored extends ExpenseStateName>(
  place: Place,
  ...saved: readonly Stored[]
) =>
  Object.fromEntries(
    saved.map((stored) => [stored, { on: { [arrivals[place]]: `#expense.${place}.${stored}` } }]),
  ) as Record<Stored, { on: Partial<Record<Consequence, string>> }>;

/** An electronic invoice may be found until the box is closed; it changes no decision. */
const awaitsInvoice = expenseSetup.createStateConfig({
  on: {
    'EXPENSE.INVOICE_FOUND': {
      guard: 'actorIsAccounting',
      actions: {
        type: 'offerInvoices',
        params: ({ event }) => ({ offeredInvoices: event.offered }),
      },
    },
  },
});

const splitIsValid = [
  'itemisationIsBalanced',
  'itemisationIsWithinGranted',
  'itemisationIsComplete',
] as const;

const itemises = expenseSetup.createStateConfig({
  on: {
    'EXPENSE.ITEMISE': {
      guard: and(['actorIsAccounting', ...splitIsValid]),
      actions: 'setSplit',
    },
  },
});

/** Decisions of accounting's first pass. */
const awaitsAccounting = expenseSetup.createStateConfig({
  on: {
    'ACCOUNTING.APPROVE': {
      guard: and([
        'actorIsAccounting',
        'actorDidNotRecord',
        'documentClassIsGiven',
        'personTypeIsGiven',
        'itemisationIsGiven',
        ...splitIsValid,
        'accountingObservationIsGiven',
      ]),
      actions: 'setSplit',
      target: 'accountingApproved',
    },
    'ACCOUNTING.REJECT': {
      guard: and([
        'actorIsAccounting',
        'actorDidNotRecord',
        'reasonIsGiven',
        ...splitIsValid,
        'accountingObservationIsGiven',
      ]),
      actions: 'setSplit',
      target: 'accountingRejected',
    },
  },
});

/** Decisions of accounting's final pass, which may change until the box is sent. */
const awaitsFinal = expenseSetup.createStateConfig({
  on: {
    'FINAL.APPROVE': {
      guard: and(['actorIsAccounting', 'actorDidNotRecord', 'accountingObservationIsGiven']),
      target: 'finalApproved',
    },
    'FINAL.REJECT': {
      guard: and([
        'actorIsAccounting',
        'actorDidNotRecord',
        'reasonIsGiven',
        'accountingObservationIsGiven',
      ]),
      target: 'finalRejected',
    },
  },
});

const rejectionIsGiven = ['actorDidNotRecord', 'reasonIsGiven', 'observationIsGiven'] as const;

export const expenseMachine = expenseSetup.createMachine({
  id: 'expense',
  description:
    'Un gasto: una compra con su soporte, decidida en las etapas por las que pasa su caja.',
  initial: 'recording',
  context: ({ input }) => input,
  states: {
    recording: {
      description: 'En registro',
      always: [
        {
          guard: 'needsMaintenance',
          description: 'Con categoría de mantenimiento',
          target: 'open.unreviewedMaintenance',
        },
        { description: 'Sin categoría de mantenimiento', target: 'open.unreviewed' },
      ],
    },
    open: {
      description: boxStates.open.nombre,
      initial: 'unreviewed',
      on: {
        ...awaitsInvoice.on,
        'EXPENSE.ATTACH_SUPPORT': { guard: 'actorIsStore', actions: 'setReceipt' },
        'EXPENSE.REMOVE': { guard: 'actorIsStore', target: 'removed' },
      },
      states: statesPassingTo('supervision', 'unreviewed', 'unreviewedMaintenance'),
    },
    supervision: {
      description: boxStates.supervision.nombre,
      initial: 'unreviewed',
      on: {
        ...awaitsInvoice.on,
        'SUPERVISOR.APPROVE': {
          guard: and([
            'actorIsSupervisor',
            'actorDidNotRecord',
            'observationIsGiven',
            'reimbursementIsAllowed',
            'reimbursementIsGiven',
            'reimbursementIsPositive',
            'reimbursementIsWithinCap',
            'reimbursementIsWithinValue',
          ]),
          actions: {
            type: 'setReimbursement',
            params: ({ event: { reembolsar } }) => ({ reembolsar }),
          },
          target: '.supervisorApproved',
        },
        'SUPERVISOR.REJECT': {
          guard: and(['actorIsSupervisor', ...rejectionIsGiven]),
          actions: { type: 'setReimbursement', params: { reembolsar: null } },
          target: '.supervisorRejected',
        },
        'EXPENSE.CHOOSE_INVOICE': {
          guard: and(['actorIsSupervisor', 'invoiceIsOffered']),
          // The action is required: `can` is false for a transition without target and actions.
          actions: { type: 'setInvoice', params: ({ event }) => ({ chosenInvoice: event.url }) },
        },
      },
      states: {
        unreviewed: {},
        unreviewedMaintenance: {
          on: { 'BOX.ENTERED_MAINTENANCE': '#expense.maintenance.pendingMaintenance' },
        },
        supervisorApproved: {
          on: {
            'BOX.ENTERED_MAINTENANCE': [
              {
                guard: 'needsMaintenance',
                description: 'Con categoría de mantenimiento',
                target: '#expense.maintenance.pendingMaintenance',
              },
              {
                description: 'Sin categoría de mantenimiento',
                target: '#expense.maintenance.supervisorApproved',
              },
            ],
            'BOX.ENTERED_PRELIMINARY': '#expense.preliminary.supervisorApproved',
          },
        },
        supervisorRejected: {
          on: {
            // The next approval sets the granted value again.
            'EXPENSE.CORRECT': {
              guard: and(['actorIsStore', 'somethingIsCorrected', 'fundIsEnough']),
              actions: correction,
              target: 'unreviewed',
            },
            'BOX.ENTERED_MAINTENANCE': '#expense.maintenance.supervisorRejected',
            'BOX.ENTERED_PRELIMINARY': '#expense.preliminary.supervisorRejected',
          },
        },
      },
    },
    maintenance: {
      description: boxStates.maintenance.nombre,
      initial: 'pendingMaintenance',
      on: awaitsInvoice.on,
      states: {
        pendingMaintenance: {
          on: {
            'MAINTENANCE.APPROVE': {
              guard: and([
                'actorIsMaintenance',
                'actorDidNotRecord',
                'reimbursementIsSettled',
                'observationIsGiven',
              ]),
              target: 'maintenanceApproved',
            },
            'MAINTENANCE.REJECT': {
              guard: and(['actorIsMaintenance', ...rejectionIsGiven]),
              target: 'maintenanceRejected',
            },
          },
        },
        ...statesPassingTo('preliminary', 'maintenanceApproved'),
        maintenanceRejected: {
          on: {
            'EXPENSE.CORRECT': {
              guard: and(['actorIsStore', 'somethingIsCorrected', 'fundIsEnough']),
              actions: [correction, 'boundGrant'],
              target: 'pendingMaintenance',
            },
            'BOX.ENTERED_PRELIMINARY': '#expense.preliminary.maintenanceRejected',
          },
        },
        ...statesPassingTo('preliminary', 'supervisorApproved', 'supervisorRejected'),
      },
    },
    preliminary: {
      description: boxStates.preliminary.nombre,
      initial: 'supervisorApproved',
      on: awaitsInvoice.on,
      states: {
        supervisorApproved: { on: { ...awaitsAccounting.on, ...itemises.on } },
        maintenanceApproved: { on: awaitsAccounting.on },
        ...statesPassingTo('readyToShip', 'accountingApproved'),
        accountingRejected: {
          on: {
            'EXPENSE.CORRECT': {
              guard: and([
                'actorIsStore',
                'somethingIsCorrected',
                'maintenanceIsNotPassed',
                'fundIsEnough',
              ]),
              actions: [correction, 'boundGrant'],
              target: 'supervisorApproved',
            },
            'BOX.REVIEWED': '#expense.readyToShip.accountingRejected',
          },
        },
        ...statesPassingTo('readyToShip', 'supervisorRejected', 'maintenanceRejected'),
      },
    },
    readyToShip: {
      description: boxStates.readyToShip.nombre,
      initial: 'accountingApproved',
      on: awaitsInvoice.on,
      states: {
        accountingApproved: {
          on: { 'BOX.SHIPPED': '#expense.finalAccounting.supervisorApproved' },
        },
        ...statesPassingTo('finalAccounting', ...rejectedBefore),
      },
    },
    finalAccounting: {
      description: boxStates.finalAccounting.nombre,
      initial: 'supervisorApproved',
      on: awaitsInvoice.on,
      states: {
        supervisorApproved: { on: { ...awaitsFinal.on, ...itemises.on } },
        finalApproved: { on: { ...awaitsFinal.on, 'BOX.CLOSED': '#expense.closed.finalApproved' } },
        finalRejected: { on: { ...awaitsFinal.on, 'BOX.CLOSED': '#expense.closed.finalRejected' } },
        ...statesPassingTo('closed', ...rejectedBefore),
      },
    },
    closed: {
      description: boxStates.closed.nombre,
      initial: 'finalApproved',
      states: {
        finalApproved: {},
        finalRejected: {},
        accountingRejected: {},
        supervisorRejected: {},
        maintenanceRejected: {},
      },
    },
    reserved: {},
    removed: { description: 'Eliminado', type: 'final' },
  },
});

export const isConsequence = (type: string): type is Consequence =>
  Object.values<string>(arrivals).includes(type);

/**
 * The chart state of an expense, from the stored codes of its box and itself; `reserved` when the chart has no such
 * state.
 *
 * @throws RangeError on an unknown code
 */
export function expenseValueOf(active: number, estado: number) {
  const [place, stored] = [boxStateOf(active), expenseStateOf(estado)];
  const known = expenseMachine.states[place]?.states ?? {};
  return Object.hasOwn(known, stored) ? { [place]: stored } : 'reserved';
}

const takes = (node: AnyStateNode, type: string): boolean =>
  node.transitions.has(type) || Object.values(node.states).some((inner) => takes(inner, type));

/** Message for a change by the store after it has sent the box. */
export const boxWasSent = 'La caja ya fue enviada: el gasto no se puede cambiar.';

const placeSentences: Partial<Record<ExpenseEventType, string>> = {
  ...Object.fromEntries(
    stageNames.flatMap((name) => {
      const { approve, reject, fuera } = stages[name];
      return [approve, reject].map((event) => [event, fuera]);
    }),
  ),
  'EXPENSE.ATTACH_SUPPORT': boxWasSent,
  'EXPENSE.REMOVE': boxWasSent,
  'EXPENSE.CHOOSE_INVOICE': stages.supervisor.fuera,
  'EXPENSE.ITEMISE': 'La caja no está en contabilidad.',
  'EXPENSE.INVOICE_FOUND': 'La caja ya está cerrada: sus gastos no cambian.',
};

const stateSentences: Partial<Record<ExpenseEventType, string>> = {
  'EXPENSE.CORRECT':
    'Solo se corrige un gasto rechazado mientras la etapa que lo rechazó tiene la caja.',
};

/** Why a decision does not follow the one that stands, by the name of the state. */
const decided: Partial<Record<string, string>> = {
  supervisorApproved: 'Este gasto no espera a mantenimiento.',
  supervisorRejected: 'El supervisor ya lo rechazó.',
  maintenanceApproved: 'Mantenimiento ya lo aprobó.',
  maintenanceRejected: 'Mantenimiento ya lo rechazó.',
  accountingApproved: 'Contabilidad ya lo aprobó en la primera; en la final se decide otra vez.',
  accountingRejected: 'Contabilidad ya lo rechazó en la primera.',
};

const decisions: readonly ExpenseEventType[] = stageNames.flatMap((name) => [
  stages[name].approve,
  stages[name].reject,
]);

/** Message about the state of the box when no expense accepts the event there, else about the state of the expense. */
function stateSentence({ value }: AnyMachineSnapshot, type: ExpenseEventType): string {
  const [place, state] = typeof value === 'string' ? [] : (Object.entries(value)[0] ?? []);
  const node = expenseMachine.root.states[place ?? ''];
  const isElsewhere = node !== undefined && !takes(node, type);
  return (
    (isElsewhere ? placeSentences[type] : undefined) ??
    stateSentences[type] ??
    (decisions.includes(type) ? decided[`${state}`] : undefined) ??
    'El estado actual del gasto no permite esta acción.'
  );
}

/** The failing guards of an event in a snapshot, each with its message; empty when the event is allowed. */
export const explainExpense = explainer<ExpenseContext, ExpenseEvent, ExpenseGuard>({
  machine: expenseMachine,
  guards: expenseGuards,
  stateSentence,
});
