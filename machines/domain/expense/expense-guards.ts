/** Context, events and guards of the machine of an expense. */
import type { PlainStage, StageName, Stages } from '../stages/stages.ts';
import {
  type Circumstances,
  type Guard,
  profileGuard,
  reviewerGuards,
  fundGuard,
} from '../explain.ts';
import type { Person } from '../people/profiles.ts';
import {
  type Itemisation,
  isBalanced,
  isComplete,
  isItemised,
  isWithinGranted,
  needsReimbursement,
  reimbursementCap,
  takesReimbursement,
} from '../review/reimbursement.ts';
import { type Fact, type FactsOf, fact, isOne, same } from '../values/facts.ts';
import { centavosOrNull, pesosOrNull, toCentavos, toPesos } from '../values/money.ts';
import type { Difference } from './expense-correction.ts';

/** An electronic invoice that matched an expense, as stored in `data_factura`. */
export interface OfferedInvoice {
  numero_factura: string;
  url: string;
}

/** @param dataFactura JSON of a list of `OfferedInvoice` */
export const offeredInvoicesOf = (dataFactura: string): OfferedInvoice[] =>
  JSON.parse(dataFactura) as OfferedInvoice[];

export const invoiceUrlsOf = (dataFactura: string): string[] =>
  offeredInvoicesOf(dataFactura).map(({ url }) => url);

/** Who made the last correction, in the column that holds it as JSON. */
const correctorIn = (stored: string): number | null =>
  stored === '' ? null : (JSON.parse(stored) as { id_usuario: number }).id_usuario;

const idsIn = (stored: string) => JSON.parse(stored) as number[];

/** Amounts in centavos. */
export const expenseFacts = {
  needsMaintenance: fact('requiere_mantenimiento', 'requiere_mantenimiento', same<0 | 1>, isOne),
  hasReceipt: fact('soporte', 'soporte', same<string | null>, (name) => name !== null),
  /** Id of the user who recorded it. */
  recordedBy: fact('id_usuario', 'id_usuario_registro', same<number>, same<number>),
  /** Id of the user who last corrected it; absent without a correction. */
  correctedBy: fact('correccion', 'id_usuario_correccion', correctorIn, (id) => id ?? undefined),
  /** Categories recorded by the store; accounting may split the expense into others. */
  categoryIds: fact('categorias_propias', 'categorias_propias', idsIn, same<readonly number[]>),
  valor: fact('valor', 'valor', toPesos, toCentavos),
  reembolsar: fact('reembolsar', 'reembolsar', pesosOrNull, centavosOrNull),
  /** URLs of the electronic invoices that the reviewer may choose from. */
  offeredInvoices: fact('data_factura', 'facturas', invoiceUrlsOf, same<readonly string[]>, '[]'),
} as const satisfies Record<string, Fact>;

export interface ExpenseContext extends Circumstances, FactsOf<typeof expenseFacts> {
  /** Total of the last split; absent until accounting itemised the expense. */
  itemised?: number;
  /** URL of the chosen invoice; absent until one is chosen. */
  chosenInvoice?: string;
}

/** Fields of the context that a correction may change. */
type CorrectedContext = Pick<
  ExpenseContext,
  'needsMaintenance' | 'categoryIds' | 'valor' | 'offeredInvoices'
>;

interface Decision {
  actor: Person;
  observacion: string;
  /** Rejection reason; null when approving or not chosen. */
  id_rechazo: number | null;
  /** Text of the reason at the time of the decision; only for the log. */
  motivo?: string;
  /** Number of expenses approved at once, including this one; only for the log. */
  lote?: number;
  /** Whether the receipt was shown to the reviewer; only for the log, absent when the client does not send it. */
  soporte_visto?: boolean;
}

interface AccountingDecision extends Decision {
  /** The split, with document class and person type; null when saved without itemisation. */
  desglose: AccountingSplit | null;
}

export interface AccountingSplit extends Itemisation {
  indicador: number | null;
  tipo_persona: string | null;
}

/** A decision without stage-specific fields. */
type PlainDecision<Type> = Type extends string ? { type: Type } & Decision : never;

export type ExpenseEvent =
  | ({ type: 'SUPERVISOR.APPROVE'; reembolsar: number | null } & Decision)
  | PlainDecision<Stages['supervisor']['reject'] | Stages[PlainStage]['approve' | 'reject']>
  | ({ type: 'ACCOUNTING.APPROVE' } & AccountingDecision)
  | ({ type: 'ACCOUNTING.REJECT' } & AccountingDecision)
  /** `desglose` null: saved without itemisation, which only the decision screens refuse. */
  | { type: 'EXPENSE.ITEMISE'; actor: Person; desglose: AccountingSplit | null }
  | { type: 'EXPENSE.CHOOSE_INVOICE'; actor: Person; url: string }
  /**
   * Accounting imported an electronic invoice with the supplier and number of the expense. `offered`: the URLs to
   * choose from, empty for a single invoice.
   */
  | { type: 'EXPENSE.INVOICE_FOUND'; actor: Person; offered: readonly string[] }
  | { type: 'EXPENSE.ATTACH_SUPPORT'; actor: Person }
  /** The store corrects an expense that the current stage of the box rejected. */
  | {
      type: 'EXPENSE.CORRECT';
      actor: Person;
      corregido: CorrectedContext;
      diferencias: readonly Difference[];
    }
  | { type: 'EXPENSE.REMOVE'; actor: Person }
  | { type: Consequence; actor: Person };

/** Event of an expense whose box enters another state; users never send it. */
export type Consequence = Stages[StageName]['arrival'] | 'BOX.REVIEWED' | 'BOX.CLOSED';

export type ExpenseEventType = ExpenseEvent['type'];

/** An event that a user sends to an expense. */
export type ExpenseCommand = Exclude<ExpenseEvent, { type: Consequence }>;

type GuardArgs = { context: ExpenseContext; event: ExpenseEvent };

export const splitOf = (event: ExpenseEvent): AccountingSplit | null =>
  'desglose' in event ? event.desglose : null;

/** A rule about the split also holds without a split; `itemisationIsGiven` requires one. */
const splitSatisfies = (
  event: ExpenseEvent,
  rule: (split: AccountingSplit) => boolean,
): boolean => {
  const split = splitOf(event);
  return split === null || rule(split);
};

/** The reimbursement value of an approval, null when it is empty; undefined for every other event. */
const reimbursementOf = (event: ExpenseEvent): number | null | undefined =>
  'reembolsar' in event ? event.reembolsar : undefined;

const observationIsGiven = (mensaje: string) => ({
  asks: 'form' as const,
  field: 'observacion',
  mensaje,
  holds: ({ event }: GuardArgs) => 'observacion' in event && event.observacion.trim() !== '',
});

export const expenseGuards = {
  needsMaintenance: {
    asks: 'state',
    mensaje: 'El gasto no requiere revisión de mantenimiento.',
    holds: ({ context }) => context.needsMaintenance,
  },
  actorIsStore: profileGuard([2, 4], 'Solo la tienda puede cambiar sus gastos.'),
  ...reviewerGuards((who) => `Solo ${who} decide en esta etapa.`),
  actorDidNotRecord: {
    asks: 'person',
    mensaje: 'Usted registró este gasto: otra persona debe decidirlo.',
    holds: ({ context, event }) =>
      event.actor.id !== context.recordedBy && event.actor.id !== context.correctedBy,
  },
  observationIsGiven: observationIsGiven('El campo de observaciones es obligatorio'),
  accountingObservationIsGiven: observationIsGiven('Debe agregar las observaciones'),
  reasonIsGiven: {
    asks: 'form',
    field: 'id_rechazo',
    mensaje: 'Debes elegir un motivo de rechazo',
    holds: ({ event }) => 'id_rechazo' in event && event.id_rechazo !== null,
  },
  reimbursementIsAllowed: {
    asks: 'form',
    field: 'reembolsar',
    mensaje: 'La categoría de este gasto no admite valor del reembolso.',
    holds: ({ context, event }) =>
      reimbursementOf(event) == null || takesReimbursement(context.categoryIds),
  },
  reimbursementIsGiven: {
    asks: 'form',
    field: 'reembolsar',
    mensaje: 'El gasto supera $15.000: indique el valor del reembolso.',
    holds: ({ context, event }) => reimbursementOf(event) !== null || !needsReimbursement(context),
  },
  reimbursementIsPositive: {
    asks: 'form',
    field: 'reembolsar',
    mensaje: 'El valor del reembolso debe ser mayor que cero.',
    holds: ({ event }) => (reimbursementOf(event) ?? 1) > 0,
  },
  reimbursementIsWithinCap: {
    asks: 'form',
    field: 'reembolsar',
    mensaje: 'El valor del reembolso no debe ser superior a $15.000',
    holds: ({ event }) => (reimbursementOf(event) ?? 0) <= reimbursementCap,
  },
  reimbursementIsWithinValue: {
    asks: 'form',
    field: 'reembolsar',
    mensaje: 'El valor del reembolso no debe superar el valor del gasto.',
    holds: ({ context, event }) => (reimbursementOf(event) ?? 0) <= context.valor,
  },
  reimbursementIsSettled: {
    asks: 'state',
    mensaje: 'El supervisor no fijó el valor del reembolso de este gasto: no se puede aprobar.',
    holds: ({ context }) => context.reembolsar !== null || !needsReimbursement(context),
  },
  documentClassIsGiven: {
    asks: 'form',
    field: 'indicador',
    mensaje: 'Debe seleccionar la clase de documento',
    holds: ({ event }) => splitSatisfies(event, (split) => split.indicador !== null),
  },
  personTypeIsGiven: {
    asks: 'form',
    field: 'tipo_persona',
    mensaje: 'Debe seleccionar tipo persona',
    holds: ({ event }) => splitSatisfies(event, (split) => split.tipo_persona !== null),
  },
  itemisationIsGiven: {
    asks: 'form',
    field: null,
    mensaje: 'Falta la itemización del gasto',
    holds: ({ event }) => {
      const split = splitOf(event);
      return split !== null && isItemised(split);
    },
  },
  itemisationIsComplete: {
    asks: 'form',
    field: null,
    mensaje: 'Faltan datos en la itemización',
    holds: ({ event }) => splitSatisfies(event, isComplete),
  },
  itemisationIsBalanced: {
    asks: 'form',
    field: null,
    mensaje: 'El total del desglose no puede ser menor, ni superar el valor inicial del gasto',
    holds: ({ context, event }) => splitSatisfies(event, (split) => isBalanced(split, context)),
  },
  itemisationIsWithinGranted: {
    asks: 'form',
    field: null,
    mensaje: 'El total del desglose no puede superar lo que se reconoce del gasto.',
    holds: ({ context, event }) =>
      splitSatisfies(event, (split) => isWithinGranted(split, context)),
  },
  invoiceIsOffered: {
    asks: 'form',
    field: null,
    mensaje: 'Elija una de las facturas electrónicas encontradas para este gasto.',
    holds: ({ context, event }) =>
      event.type === 'EXPENSE.CHOOSE_INVOICE' && context.offeredInvoices.includes(event.url),
    possible: ({ context }) => context.offeredInvoices.length > 0,
  },
  somethingIsCorrected: {
    asks: 'form',
    field: null,
    mensaje: 'No ha cambiado nada del gasto: corrija lo que se rechazó.',
    holds: ({ event }) => event.type === 'EXPENSE.CORRECT' && event.diferencias.length > 0,
  },
  maintenanceIsNotPassed: {
    asks: 'form',
    field: null,
    mensaje: 'Esa categoría la revisa mantenimiento, y la caja ya pasó por allí.',
    holds: ({ context, event }) =>
      event.type !== 'EXPENSE.CORRECT' ||
      context.needsMaintenance ||
      !event.corregido.needsMaintenance,
  },
  fundIsEnough: fundGuard,
} satisfies Record<string, Guard<ExpenseContext, ExpenseEvent>>;

export type ExpenseGuard = keyof typeof expenseGuards;

const guards: Readonly<Record<string, Guard<ExpenseContext, ExpenseEvent>>> = expenseGuards;

/** The field that shows the message of a reason; a name that is not an expense guard is a field name. */
export function fieldOf(guardia: string): string | null {
  const guard = guards[guardia];
  if (guard === undefined) return guardia;
  return guard.asks === 'form' ? guard.field : null;
}
