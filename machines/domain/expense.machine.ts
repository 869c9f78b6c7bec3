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
import { explainer, type GuardFacts } from './explain.ts';
import { type Itemisation, isBalanced, isComplete, isItemised } from './itemisation.ts';
import type { Actor } from './permissions.ts';
import { reimbursementCap, takesReimbursement } from './reimbursement.ts';
import type { BoxStateName } from './states.ts';

/** Amounts in centavos. */
export interface ExpenseContext {
  boxState: BoxStateName;
  needsMaintenance: boolean;
  hasSupport: boolean;
  /** User id of who recorded it. */
  recordedBy: number;
  categoryIds: readonly number[];
  valor: number;
  reembolsar: number | null;
  /** Links of the electronic invoices among which the reviewer may choose. */
  offeredInvoices: readonly string[];
  /** The link that was chosen; absent until then. */
  chosenInvoice?: string;
}

interface Decision {
  actor: Actor;
  observacion: string;
  /** Rejection reason; null when approving or not chosen. */
  id_rechazo: number | null;
}

interface AccountingDecision extends Decision {
  /** The split, with document class and person type; null when saved without itemisation. */
  desglose: AccountingSplit | null;
}

export interface AccountingSplit extends Itemisation {
  indicador: number | null;
  tipo_persona: string | null;
}

export type ExpenseEvent =
  | ({ type: 'SUPERVISOR.APPROVE'; reembolsar: number | null } & Decision)
  | ({ type: 'SUPERVISOR.REJECT' } & Decision)
  | ({ type: 'MAINTENANCE.APPROVE' } & Decision)
  | ({ type: 'MAINTENANCE.REJECT' } & Decision)
  | ({ type: 'ACCOUNTING.APPROVE' } & AccountingDecision)
  | ({ type: 'ACCOUNTING.REJECT' } & AccountingDecision)
  | ({ type: 'FINAL.APPROVE' } & Decision)
  | ({ type: 'FINAL.REJECT' } & Decision)
  /** `desglose` null: saved without itemisation, which only the screens of a decision refuse. */
  | { type: 'EXPENSE.ITEMISE'; actor: Actor; desglose: AccountingSplit | null }
  | { type: 'EXPENSE.CHOOSE_INVOICE'; actor: Actor; url: string }
  /**
   * Accounting imported an electronic invoice of its supplier and number. `offered`: the links to choose
   * from, none when there is only one.
   */
  | { type: 'EXPENSE.INVOICE_FOUND'; actor: Actor; offered: readonly string[] }
  | { type: 'EXPENSE.ATTACH_SUPPORT'; actor: Actor }
  | { type: 'EXPENSE.REMOVE'; actor: Actor }
  | { type: 'BOX.ENTERED_MAINTENANCE'; actor: Actor }
  | { type: 'BOX.SHIPPED'; actor: Actor };

export type ExpenseEventType = ExpenseEvent['type'];

type GuardArgs = { context: ExpenseContext; event: ExpenseEvent };

const splitOf = (event: ExpenseEvent): AccountingSplit | null =>
  'desglose' in event ? event.desglose : null;

/** A rule about the split holds when there is none: whether one is needed is `itemisationIsGiven`. */
const splitSatisfies = (
  event: ExpenseEvent,
  rule: (split: AccountingSplit) => boolean,
): boolean => {
  const split = splitOf(event);
  return split === null || rule(split);
};

const observationIsGiven = ({ event }: GuardArgs) =>
  'observacion' in event && event.observacion.trim() !== '';

export const expenseGuards = {
  needsMaintenance: ({ context }: GuardArgs) => context.needsMaintenance,
  boxIsOpen: ({ context }: GuardArgs) => context.boxState === 'open',
  boxIsInSupervision: ({ context }: GuardArgs) => context.boxState === 'supervision',
  boxIsInMaintenance: ({ context }: GuardArgs) => context.boxState === 'maintenance',
  boxIsInPreliminary: ({ context }: GuardArgs) => context.boxState === 'preliminary',
  boxIsInFinalAccounting: ({ context }: GuardArgs) => context.boxState === 'finalAccounting',
  boxIsNotClosed: ({ context }: GuardArgs) => context.boxState !== 'closed',
  boxIsInAccounting: ({ context }: GuardArgs) =>
    context.boxState === 'preliminary' || context.boxState === 'finalAccounting',
  actorIsStore: ({ event }: GuardArgs) => [2, 4].includes(event.actor.profile),
  actorIsSupervisor: ({ event }: GuardArgs) => event.actor.profile === 3,
  actorIsMaintenance: ({ event }: GuardArgs) => event.actor.profile === 5,
  actorIsAccounting: ({ event }: GuardArgs) => event.actor.profile === 6,
  actorDidNotRecord: ({ context, event }: GuardArgs) => event.actor.id !== context.recordedBy,
  observationIsGiven,
  accountingObservationIsGiven: observationIsGiven,
  reasonIsGiven: ({ event }: GuardArgs) => 'id_rechazo' in event && event.id_rechazo !== null,
  reimbursementIsAllowed: ({ context, event }: GuardArgs) =>
    !('reembolsar' in event) ||
    event.reembolsar === null ||
    takesReimbursement(context.categoryIds),
  reimbursementIsWithinCap: ({ event }: GuardArgs) =>
    !('reembolsar' in event) || (event.reembolsar ?? 0) <= reimbursementCap,
  documentClassIsGiven: ({ event }: GuardArgs) =>
    splitSatisfies(event, (split) => split.indicador !== null),
  personTypeIsGiven: ({ event }: GuardArgs) =>
    splitSatisfies(event, (split) => split.tipo_persona !== null),
  itemisationIsGiven: ({ event }: GuardArgs) => {
    const split = splitOf(event);
    return split !== null && isItemised(split);
  },
  itemisationIsComplete: ({ event }: GuardArgs) => splitSatisfies(event, isComplete),
  itemisationIsBalanced: ({ context, event }: GuardArgs) =>
    splitSatisfies(event, (split) => isBalanced(split, context.valor)),
  invoiceIsOffered: ({ context, event }: GuardArgs) =>
    event.type === 'EXPENSE.CHOOSE_INVOICE' && context.offeredInvoices.includes(event.url),
};

export type ExpenseGuard = keyof typeof expenseGuards;

export const expenseGuardFacts: Record<ExpenseGuard, GuardFacts> = {
  needsMaintenance: { kind: 'state', mensaje: 'El gasto no requiere revisión de mantenimiento.' },
  boxIsOpen: { kind: 'state', mensaje: 'La caja ya fue enviada: el gasto no se puede cambiar.' },
  boxIsInSupervision: { kind: 'state', mensaje: 'La caja no está en revisión del supervisor.' },
  boxIsInMaintenance: { kind: 'state', mensaje: 'La caja no está en revisión de mantenimiento.' },
  boxIsInPreliminary: {
    kind: 'state',
    mensaje: 'La caja no está en la primera revisión de contabilidad.',
  },
  boxIsInFinalAccounting: {
    kind: 'state',
    mensaje: 'La caja no está en la revisión final de contabilidad.',
  },
  boxIsNotClosed: { kind: 'state', mensaje: 'La caja ya está cerrada: sus gastos no cambian.' },
  boxIsInAccounting: { kind: 'state', mensaje: 'La caja no está en contabilidad.' },
  actorIsStore: { kind: 'state', mensaje: 'Solo la tienda puede cambiar sus gastos.' },
  actorIsSupervisor: { kind: 'state', mensaje: 'Solo el supervisor decide en esta etapa.' },
  actorIsMaintenance: { kind: 'state', mensaje: 'Solo mantenimiento decide en esta etapa.' },
  actorIsAccounting: { kind: 'state', mensaje: 'Solo contabilidad decide en esta etapa.' },
  actorDidNotRecord: {
    kind: 'state',
    mensaje: 'Usted registró este gasto: otra persona debe revisarlo.',
  },
  observationIsGiven: { kind: 'rule', mensaje: 'El campo de observaciones es obligatorio' },
  accountingObservationIsGiven: { kind: 'rule', mensaje: 'Debe agregar las observaciones' },
  reasonIsGiven: { kind: 'rule', mensaje: 'Debes elegir un motivo de rechazo' },
  reimbursementIsAllowed: {
    kind: 'rule',
    mensaje: 'La categoría de este gasto no admite valor del reembolso.',
  },
  reimbursementIsWithinCap: {
    kind: 'rule',
    mensaje: 'El valor del reembolso no debe ser superior a $15.000',
  },
  documentClassIsGiven: { kind: 'rule', mensaje: 'Debe seleccionar la clase de documento' },
  personTypeIsGiven: { kind: 'rule', mensaje: 'Debe seleccionar tipo persona' },
  itemisationIsGiven: { kind: 'rule', mensaje: 'Falta la itemización del gasto' },
  itemisationIsComplete: { kind: 'rule', mensaje: 'Faltan datos en la itemización' },
  itemisationIsBalanced: {
    kind: 'rule',
    mensaje: 'El total del desglose no puede ser menor, ni superar el valor inicial del gasto',
  },
  invoiceIsOffered: {
    kind: 'rule',
    mensaje: 'Elija una de las facturas electrónicas encontradas para este gasto.',
  },
};

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
    keepCategories: assign(({ event }) => {
      const split = splitOf(event);
      return split === null ? {} : { categoryIds: split.categorias };
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
        'reimbursementIsWithinCap',
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
        'itemisationIsComplete',
        'accountingObservationIsGiven',
      ]),
      actions: 'keepCategories',
      target: 'accountingApproved',
    },
    'ACCOUNTING.REJECT': {
      guard: and([
        'boxIsInPreliminary',
        'actorIsAccounting',
        'actorDidNotRecord',
        'reasonIsGiven',
        'itemisationIsBalanced',
        'itemisationIsComplete',
        'accountingObservationIsGiven',
      ]),
      actions: 'keepCategories',
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
  initial: 'recording',
  context: ({ input }) => input,
  states: {
    recording: {
      always: [
        { guard: 'needsMaintenance', target: 'unreviewedMaintenance' },
        { target: 'unreviewed' },
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
            'itemisationIsComplete',
          ]),
          actions: 'keepCategories',
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
    removed: { type: 'final' },
  },
});

/** The failing guards of an event in a snapshot, each with its sentence; empty when it is allowed. */
export const explainExpense = explainer({
  machine: expenseMachine,
  guards: expenseGuards,
  facts: expenseGuardFacts,
  stateSentence: 'El estado actual del gasto no permite esta acción.',
});
