/** What an expense is to the law, what may happen to it, and the conditions, each with its sentence. */
import type { GuardFacts } from './explain.ts';
import {
  type Itemisation,
  isBalanced,
  isComplete,
  isItemised,
  isWithinGranted,
} from './itemisation.ts';
import type { Actor } from './permissions.ts';
import { needsReimbursement, reimbursementCap, takesReimbursement } from './reimbursement.ts';
import type { BoxStateName } from './states.ts';

/** Amounts in centavos. */
export interface ExpenseContext {
  boxState: BoxStateName;
  needsMaintenance: boolean;
  hasSupport: boolean;
  /** User id of who recorded it. */
  recordedBy: number;
  /** As the store recorded them; the split of accounting may name others. */
  categoryIds: readonly number[];
  valor: number;
  reembolsar: number | null;
  /** Total of the last split; absent until accounting itemised the expense. */
  itemised?: number;
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
  /** The reason's text as it was then: for the log alone. */
  motivo?: string;
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

export const splitOf = (event: ExpenseEvent): AccountingSplit | null =>
  'desglose' in event ? event.desglose : null;

/** A rule about the split holds when there is none: whether one is needed is `itemisationIsGiven`. */
const splitSatisfies = (
  event: ExpenseEvent,
  rule: (split: AccountingSplit) => boolean,
): boolean => {
  const split = splitOf(event);
  return split === null || rule(split);
};

/** The reimbursement value of an approval, null when it is empty; absent from every other event. */
const reimbursementOf = (event: ExpenseEvent): number | null | undefined =>
  'reembolsar' in event ? event.reembolsar : undefined;

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
    reimbursementOf(event) == null || takesReimbursement(context.categoryIds),
  reimbursementIsGiven: ({ context, event }: GuardArgs) =>
    reimbursementOf(event) !== null || !needsReimbursement(context),
  reimbursementIsPositive: ({ event }: GuardArgs) => (reimbursementOf(event) ?? 1) > 0,
  reimbursementIsWithinCap: ({ event }: GuardArgs) =>
    (reimbursementOf(event) ?? 0) <= reimbursementCap,
  reimbursementIsWithinValue: ({ context, event }: GuardArgs) =>
    (reimbursementOf(event) ?? 0) <= context.valor,
  reimbursementIsSettled: ({ context }: GuardArgs) =>
    context.reembolsar !== null || !needsReimbursement(context),
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
    splitSatisfies(event, (split) => isBalanced(split, context)),
  itemisationIsWithinGranted: ({ context, event }: GuardArgs) =>
    splitSatisfies(event, (split) => isWithinGranted(split, context)),
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
  reimbursementIsGiven: {
    kind: 'rule',
    mensaje: 'El gasto supera $15.000: indique el valor del reembolso.',
  },
  reimbursementIsPositive: {
    kind: 'rule',
    mensaje: 'El valor del reembolso debe ser mayor que cero.',
  },
  reimbursementIsWithinCap: {
    kind: 'rule',
    mensaje: 'El valor del reembolso no debe ser superior a $15.000',
  },
  reimbursementIsWithinValue: {
    kind: 'rule',
    mensaje: 'El valor del reembolso no debe superar el valor del gasto.',
  },
  reimbursementIsSettled: {
    kind: 'state',
    mensaje: 'El supervisor no fijó el valor del reembolso de este gasto: no se puede aprobar.',
  },
  documentClassIsGiven: { kind: 'rule', mensaje: 'Debe seleccionar la clase de documento' },
  personTypeIsGiven: { kind: 'rule', mensaje: 'Debe seleccionar tipo persona' },
  itemisationIsGiven: { kind: 'rule', mensaje: 'Falta la itemización del gasto' },
  itemisationIsComplete: { kind: 'rule', mensaje: 'Faltan datos en la itemización' },
  itemisationIsBalanced: {
    kind: 'rule',
    mensaje: 'El total del desglose no puede ser menor, ni superar el valor inicial del gasto',
  },
  itemisationIsWithinGranted: {
    kind: 'rule',
    mensaje: 'El total del desglose no puede superar lo que se otorgó para el gasto.',
  },
  invoiceIsOffered: {
    kind: 'rule',
    mensaje: 'Elija una de las facturas electrónicas encontradas para este gasto.',
  },
};
