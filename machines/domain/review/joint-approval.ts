import { anomaliesIn } from '#contract/expense-fields.ts';
import { type BoxCase, caseAfter, refusalsOfIntention } from '../box/box-case.ts';
import { type StageName, stageOfBox, stages, waitsAt } from '../box/stages.ts';
import { boxStateOf, expenseStateOf, isPending } from '../box/states.ts';
import type { AccountingSplit, ExpenseCommand } from '../expense/expense-guards.ts';
import { expenseFactsAt } from '../expense/expense-places.ts';
import { type FailedGuard, refusedIf } from '#contract/errors.ts';
import type { Person } from '../people/profiles.ts';

/** The event of a decision, from the stage that decides and what was chosen. */

export type Choice = 'approved' | 'rejected';

export interface DecisionDetails {
  actor: Person;
  observacion: string;
  /** Rejection reason; null when approving or not chosen. */
  id_rechazo: number | null;
  /** How many expenses are approved at once; absent from a decision about one. */
  lote?: number;
  /** The receipt had been on the reviewer's screen. */
  soporte_visto?: boolean;
  /** Only for an approval of the supervisor; centavos. */
  reembolsar?: number | null;
  /** Only for accounting's first pass. */
  desglose?: AccountingSplit | null;
}

/** A stage takes of the details what its events carry. */
export function decisionEvent(
  stage: StageName,
  choice: Choice,
  { reembolsar = null, desglose = null, ...decision }: DecisionDetails,
): ExpenseCommand {
  const { approve, reject } = stages[stage];
  const type = choice === 'approved' ? approve : reject;
  if (type === 'SUPERVISOR.APPROVE') return { type, ...decision, reembolsar };
  if (type === 'ACCOUNTING.APPROVE' || type === 'ACCOUNTING.REJECT')
    return { type, ...decision, desglose };
  return { type, ...decision };
}

/**
 * An approval of several expenses of a box at once, or of one by one key: only of those about which there is nothing to
 * look at twice. The others stand apart, each with its reasons. Pure: the browser shows by it, the server decides by it.
 */

/** The observation that is offered for an approval, of one expense too. */
export const offeredObservation = 'Conforme';

export interface JointApproval {
  actor: Person;
  observacion: string;
  /** How many expenses the person approves at once. */
  lote: number;
}

/** Facts of an expense that the state machine does not ask for, and a reviewer does. */
export interface ApprovedExpense {
  id: number;
  informe_novedad: string;
  /** Empty while none of several electronic invoices is chosen. */
  enlace_factura: string;
}

/** The approval as an event of one expense; null for a box that nobody reviews. */
export function jointEvent({ active }: BoxCase, approval: JointApproval): ExpenseCommand | null {
  const stage = stageOfBox(boxStateOf(active));
  return stage && decisionEvent(stage, 'approved', { ...approval, id_rechazo: null });
}

/** Says of an expense that does not wait for this decision what it is instead. */
function notWaiting({ active, expenses }: BoxCase, id: number): FailedGuard[] {
  const stage = stageOfBox(boxStateOf(active));
  const estado = expenses.get(id)?.estado;
  if (stage === null || estado === undefined) return [];
  if (waitsAt(stage, expenseStateOf(estado))) return [];
  const { nombre } = expenseFactsAt(active, estado);
  return isPending(estado)
    ? [{ guardia: 'expenseWaits', mensaje: `No espera su decisión: ${nombre}.` }]
    : [{ guardia: 'expenseIsUndecided', mensaje: `Ya está decidido: ${nombre}.` }];
}

/** Anomalies, a correction, and what a look at the sheet cannot replace. */
function doubts(
  before: BoxCase,
  { id, informe_novedad, enlace_factura }: ApprovedExpense,
  actor: Person,
): FailedGuard[] {
  const choice = { type: 'EXPENSE.CHOOSE_INVOICE', actor } as const;
  const choosesInvoice =
    enlace_factura === '' &&
    refusalsOfIntention(before, { type: 'expense', idGasto: id, event: choice }).length === 0;
  const { hasReceipt, correctedBy } = before.expenses.get(id)?.context ?? {};
  return [
    ...refusedIf(correctedBy !== undefined, 'expenseIsAsRecorded', 'Corregido por la tienda.'),
    ...anomaliesIn(informe_novedad).map((mensaje) => ({ guardia: 'expenseHasNoAnomaly', mensaje })),
    ...refusedIf(choosesInvoice, 'invoiceIsChosen', 'Falta elegir su factura electrónica.'),
    ...refusedIf(hasReceipt === false, 'hasReceipt', 'No tiene soporte.'),
  ];
}

/** Why an expense is not approved by one key, whatever the form says; empty for one about which nothing is to be looked at twice. */
export function reasonsToLook(
  before: BoxCase,
  expense: ApprovedExpense,
  actor: Person,
): FailedGuard[] {
  const settled = notWaiting(before, expense.id);
  return settled.length > 0 ? settled : doubts(before, expense, actor);
}

/** Why an expense is not approved together with others; empty for one that is. */
export function reasonsApart(
  before: BoxCase,
  expense: ApprovedExpense,
  approval: JointApproval,
): FailedGuard[] {
  const settled = notWaiting(before, expense.id);
  if (settled.length > 0) return settled;
  const event = jointEvent(before, approval);
  if (event === null)
    return [{ guardia: 'boxIsReviewed', mensaje: 'La caja no está en revisión.' }];
  const after = caseAfter(before, { type: 'expense', idGasto: expense.id, event });
  return [...doubts(before, expense, approval.actor), ...(after.ok ? [] : after.motivos)];
}

/** The reasons of several expenses as one list: each sentence once, with the expenses that it is about. */
export function gathered(
  apart: readonly { id: number; motivos: readonly FailedGuard[] }[],
): (FailedGuard & { gastos: number[] })[] {
  const lines = new Map<string, FailedGuard & { gastos: number[] }>();
  for (const { id, motivos } of apart)
    for (const { guardia, mensaje } of motivos) {
      const line = lines.get(mensaje) ?? { guardia, mensaje, gastos: [] };
      lines.set(mensaje, { ...line, gastos: [...line.gastos, id] });
    }
  return [...lines.values()];
}
