/**
 * The law of an expense: one purchase with its support, decided at up to four stages.
 *
 * recording             passing: where a new expense finds its first state
 * unreviewed            waits for the supervisor
 * unreviewedMaintenance has a maintenance category: the supervisor may mark it but need not
 * pendingMaintenance    its box is in maintenance
 * …Approved, …Rejected  what the stage decided; a rejection is final for the later stages
 * reserved              a code without a meaning; nothing leads to it
 * removed               deleted by the store while its box was open
 *
 * Pure: no timer, no clock, no I/O. In which state its box is comes with the context.
 */
import { and, assign, setup } from 'xstate';
import {
  type ExpenseContext,
  type ExpenseEvent,
  type ExpenseGuard,
  expenseGuardFacts,
  expenseGuards,
  splitOf,
} from './expense-guards.ts';
import { explainer } from './explain.ts';
import { itemisationTotal } from './itemisation.ts';

const law = setup({
  types: {
    context: {} as ExpenseContext,
    events: {} as ExpenseEvent,
    input: {} as ExpenseContext,
  },
  guards: expenseGuards,
  actions: {
    keepReimbursement: assign(({ event }) =>
      event.type === 'SUPERVISOR.APPROVE' ? { reembolsar: event.reembolsar } : { reembolsar: null },
    ),
    keepSplit: assign(({ event }) => {
      const split = splitOf(event);
      return split === null ? {} : { itemised: itemisationTotal(split) };
    }),
    keepSupport: assign({ hasSupport: true }),
    offerInvoices: assign(({ event }) =>
      event.type === 'EXPENSE.INVOICE_FOUND' ? { offeredInvoices: event.offered } : {},
    ),
    keepInvoice: assign(({ event }) =>
      event.type === 'EXPENSE.CHOOSE_INVOICE' ? { chosenInvoice: event.url } : {},
    ),
  },
});

/** Until the supervisor sends the box, each of its expenses may be decided again. */
const awaitsSupervisor = law.createStateConfig({
  on: {
    'SUPERVISOR.APPROVE': {
      guard: and([
        'boxIsInSupervision',
        'actorIsSupervisor',
        'actorDidNotRecord',
        'observationIsGiven',
        'reimbursementIsAllowed',
        'reimbursementIsGiven',
        'reimbursementIsPositive',
        'reimbursementIsWithinCap',
        'reimbursementIsWithinValue',
      ]),
      actions: 'keepReimbursement',
      target: 'supervisorApproved',
    },
    'SUPERVISOR.REJECT': {
      guard: and([
        'boxIsInSupervision',
        'actorIsSupervisor',
        'actorDidNotRecord',
        'reasonIsGiven',
        'observationIsGiven',
      ]),
      actions: 'keepReimbursement',
      target: 'supervisorRejected',
    },
    'EXPENSE.CHOOSE_INVOICE': {
      guard: and(['boxIsInSupervision', 'actorIsSupervisor', 'invoiceIsOffered']),
      // Also what makes the event possible: `can` is false for a transition that does nothing.
      actions: 'keepInvoice',
    },
  },
});

/** An invoice may come at any time until the box is closed; it changes no decision. */
const awaitsInvoice = law.createStateConfig({
  on: {
    'EXPENSE.INVOICE_FOUND': {
      guard: and(['boxIsNotClosed', 'actorIsAccounting']),
      actions: 'offerInvoices',
    },
  },
});

/** While its box is open, the store completes or deletes what it recorded. */
const belongsToStore = law.createStateConfig({
  on: {
    'EXPENSE.ATTACH_SUPPORT': { guard: and(['boxIsOpen', 'actorIsStore']), actions: 'keepSupport' },
    'EXPENSE.REMOVE': { guard: and(['boxIsOpen', 'actorIsStore']), target: 'removed' },
  },
});

/** What waits for accounting's first pass. */
const awaitsAccounting = law.createStateConfig({
  on: {
    'ACCOUNTING.APPROVE': {
      guard: and([
        'boxIsInPreliminary',
        'actorIsAccounting',
        'actorDidNotRecord',
        'documentClassIsGiven',
        'personTypeIsGiven',
        'itemisationIsGiven',
        'itemisationIsBalanced',
        'itemisationIsWithinGranted',
        'itemisationIsComplete',
        'accountingObservationIsGiven',
      ]),
      actions: 'keepSplit',
      target: 'accountingApproved',
    },
    'ACCOUNTING.REJECT': {
      guard: and([
        'boxIsInPreliminary',
        'actorIsAccounting',
        'actorDidNotRecord',
        'reasonIsGiven',
        'itemisationIsBalanced',
        'itemisationIsWithinGranted',
        'itemisationIsComplete',
        'accountingObservationIsGiven',
      ]),
      actions: 'keepSplit',
      target: 'accountingRejected',
    },
  },
});

/** Accounting's final pass; may be decided again until the box is sent. */
const awaitsFinal = law.createStateConfig({
  on: {
    'FINAL.APPROVE': {
      guard: and([
        'boxIsInFinalAccounting',
        'actorIsAccounting',
        'actorDidNotRecord',
        'accountingObservationIsGiven',
      ]),
      target: 'finalApproved',
    },
    'FINAL.REJECT': {
      guard: and([
        'boxIsInFinalAccounting',
        'actorIsAccounting',
        'actorDidNotRecord',
        'reasonIsGiven',
        'accountingObservationIsGiven',
      ]),
      target: 'finalRejected',
    },
  },
});

export const expenseMachine = law.createMachine({
  id: 'expense',
  description:
    'Un gasto: una compra con su soporte, decidida en las etapas por las que pasa su caja.',
  initial: 'recording',
  context: ({ input }) => input,
  states: {
    recording: {
      description: 'Registrándose',
      always: [
        {
          guard: 'needsMaintenance',
          description: 'Con categoría de mantenimiento',
          target: 'unreviewedMaintenance',
        },
        { description: 'Sin categoría de mantenimiento', target: 'unreviewed' },
      ],
    },
    unreviewed: {
      on: { ...awaitsInvoice.on, ...belongsToStore.on, ...awaitsSupervisor.on },
    },
    unreviewedMaintenance: {
      on: {
        ...awaitsInvoice.on,
        ...belongsToStore.on,
        ...awaitsSupervisor.on,
        'BOX.ENTERED_MAINTENANCE': {
          guard: and(['boxIsInMaintenance', 'actorIsSupervisor']),
          target: 'pendingMaintenance',
        },
      },
    },
    pendingMaintenance: {
      on: {
        ...awaitsInvoice.on,
        'MAINTENANCE.APPROVE': {
          guard: and([
            'boxIsInMaintenance',
            'actorIsMaintenance',
            'actorDidNotRecord',
            'reimbursementIsSettled',
            'observationIsGiven',
          ]),
          target: 'maintenanceApproved',
        },
        'MAINTENANCE.REJECT': {
          guard: and([
            'boxIsInMaintenance',
            'actorIsMaintenance',
            'actorDidNotRecord',
            'reasonIsGiven',
            'observationIsGiven',
          ]),
          target: 'maintenanceRejected',
        },
      },
    },
    supervisorApproved: {
      on: {
        ...awaitsInvoice.on,
        ...awaitsSupervisor.on,
        ...awaitsAccounting.on,
        ...awaitsFinal.on,
        'EXPENSE.ITEMISE': {
          guard: and([
            'boxIsInAccounting',
            'actorIsAccounting',
            'itemisationIsBalanced',
            'itemisationIsWithinGranted',
            'itemisationIsComplete',
          ]),
          actions: 'keepSplit',
        },
        'BOX.ENTERED_MAINTENANCE': {
          guard: and(['boxIsInMaintenance', 'actorIsSupervisor', 'needsMaintenance']),
          target: 'pendingMaintenance',
        },
      },
    },
    supervisorRejected: { on: { ...awaitsInvoice.on, ...awaitsSupervisor.on } },
    maintenanceApproved: { on: { ...awaitsInvoice.on, ...awaitsAccounting.on } },
    maintenanceRejected: { on: awaitsInvoice.on },
    accountingApproved: {
      on: {
        ...awaitsInvoice.on,
        'BOX.SHIPPED': {
          guard: and(['boxIsInFinalAccounting', 'actorIsStore']),
          target: 'supervisorApproved',
        },
      },
    },
    accountingRejected: { on: awaitsInvoice.on },
    finalApproved: { on: { ...awaitsInvoice.on, ...awaitsFinal.on } },
    finalRejected: { on: { ...awaitsInvoice.on, ...awaitsFinal.on } },
    reserved: {},
    removed: { description: 'Eliminado', type: 'final' },
  },
});

/** The failing guards of an event in a snapshot, each with its sentence; empty when it is allowed. */
export const explainExpense = explainer<ExpenseContext, ExpenseEvent, ExpenseGuard>({
  machine: expenseMachine,
  facts: expenseGuardFacts,
  stateSentence: 'El estado actual del gasto no permite esta acción.',
});
