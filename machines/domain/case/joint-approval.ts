import { anomaliesIn } from '#machines/domain/values/texts.ts';
import { type BoxCase, caseAfter, refusalsOfIntention } from './box-case.ts';
import { type StageName, stageOfBox, stages, waitsAt } from '../stages/stages.ts';
import { boxStateOf, expenseStateOf, isPending } from '../stages/states.ts';
import type { AccountingSplit, ExpenseCommand } from '../expense/expense-guards.ts';
import { expenseFactsAt } from '../expense/expense-places.ts';
import { type FailedGuard, refusedIf } from '#contract/errors.ts';
import type { Person } from '../people/profiles.ts';

/** Events of decisions, by stage and choice. */

export type Choice = 'approved' | 'rejected';

export interface DecisionDetails {
  actor: Person;
  observacion: string;
  /** Rejection reason; null when approving or not chosen. */
  id_rechazo: number | null;
  /** Number of expenses approved at once; absent for a single decision. */
  lote?: number;
  /** The receipt was shown to the reviewer. */
  soporte_visto?: boolean;
  /** Only for an approval of the supervisor; centavos. */
  reembolsar?: number | null;
  /** Only for accounting's first pass. */
  desglose?: AccountingSplit | null;
}

/** The event of a decision, with only the details that events of the stage carry. */
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
 * Joint approval of several clean expenses of a box, or of one clean expense by keyboard shortcut. Other expenses are
 * excluded, each with its reasons. Pure: the browser uses it for display, the server for the decision.
 */

export interface JointApproval {
  actor: Person;
  observacion: string;
  /** Number of expenses approved at once. */
  lote: number;
}

/** Facts of an expense that matter for the approval but are not in the context of the state machine. */
export interface ApprovedExpense {
  id: number;
  informe_novedad: string;
  /** Empty while none of several electronic invoices is chosen. */
  enlace_factura: string;
}

/** The approval as an event of one expense; null for a box that is not under review. */
export function jointEvent({ active }: BoxCase, approval: JointApproval): ExpenseCommand | null {
  const stage = stageOfBox(boxStateOf(active));
  return stage && decisionEvent(stage, 'approved', { ...approval, id_rechazo: null });
}

/** Refusal of an expense that does not wait for the current stage, with its state; empty when it does. */
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

/** Reasons for a closer look: a correction, anomalies, an invoice to choose, a missing receipt. */
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

/** Why an expense cannot be approved by shortcut, whatever the form contains; empty for a clean expense. */
export function reviewReasons(
  before: BoxCase,
  expense: ApprovedExpense,
  actor: Person,
): FailedGuard[] {
  const settled = notWaiting(before, expense.id);
  return settled.length > 0 ? settled : doubts(before, expense, actor);
}

/** Why an expense is excluded from a joint approval; empty when it is included. */
export function individualReasons(
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

/** Groups the reasons of several expenses: each message once, with the ids of its expenses. */
export function groupByReason(
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
