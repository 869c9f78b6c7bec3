/** The supervisor's form: its fields, its rules and the body of its call. */
import type { Expense } from '#contract/calls/expense.calls.ts';
import type { RequestOf } from '#contract/contract.ts';
import type { ExpenseDeed } from '#machines/domain/expense-guards.ts';
import type { FailedGuard } from '#machines/domain/explain.ts';
import { formatTyped, parseMoney, pesosOrNull, toCentavos } from '#machines/domain/money.ts';
import {
  needsReimbursement,
  reimbursementCap,
  takesReimbursement,
} from '#machines/domain/reimbursement.ts';
import type { Choice } from '#machines/domain/decision-event.ts';
import {
  type DecisionInput,
  type DecisionValues,
  decisionRefusals,
  reasonFor,
} from './decision-rules.ts';

export interface SupervisorValues extends DecisionValues {
  /** Reimbursement value as typed; empty when none is given. */
  reembolsar: string;
}

/** The form over an expense, with what was decided before. */
export const supervisorValues = (expense: Expense): SupervisorValues => ({
  observacion: expense.obs_supervisor,
  id_rechazo: expense.id_rechazo_supervisor,
  reembolsar: expense.reembolsar === null ? '' : formatTyped(toCentavos(expense.reembolsar)),
});

/** The field is shown only for an expense of exactly one of the six categories. */
export const showsReimbursement = (expense: Expense): boolean =>
  takesReimbursement(expense.categorias_propias);

/** Above the cap the field must be filled in. */
export const requiresReimbursement = (expense: Expense): boolean =>
  needsReimbursement({ categoryIds: expense.categorias_propias, valor: toCentavos(expense.valor) });

/** The most that can be reimbursed, in centavos. */
export const mostReimbursed = ({ valor }: Expense): number =>
  Math.min(toCentavos(valor), reimbursementCap);

/** Centavos; null when there is none, also when the text is not an amount. */
const reimbursementOf = (expense: Expense, values: SupervisorValues): number | null =>
  showsReimbursement(expense) && values.reembolsar.trim() !== ''
    ? parseMoney(values.reembolsar)
    : null;

const isUnreadable = (expense: Expense, values: SupervisorValues): boolean =>
  showsReimbursement(expense) &&
  values.reembolsar.trim() !== '' &&
  parseMoney(values.reembolsar) === null;

/** Everything that is wrong with the decision, as the law and the form say it. */
export function supervisorRefusals(
  choice: Choice,
  { actor }: DecisionInput,
  expense: Expense,
  values: SupervisorValues,
): FailedGuard[] {
  const decision = {
    actor,
    observacion: values.observacion,
    id_rechazo: reasonFor(choice, values),
  };
  if (choice === 'rejected')
    return decisionRefusals(expense, { type: 'SUPERVISOR.REJECT', ...decision });
  const event: ExpenseDeed = {
    type: 'SUPERVISOR.APPROVE',
    ...decision,
    reembolsar: reimbursementOf(expense, values),
  };
  const refusals = decisionRefusals(expense, event);
  if (!isUnreadable(expense, values)) return refusals;
  const others = refusals.filter(({ guardia }) => guardia !== 'reimbursementIsGiven');
  return [{ guardia: 'reembolsar', mensaje: 'Solo números' }, ...others];
}

export function supervisorRequest(
  choice: Choice,
  { id_caja }: DecisionInput,
  expense: Expense,
  values: SupervisorValues,
): RequestOf<'/guardarSupervisor'> {
  const centavos = choice === 'approved' ? reimbursementOf(expense, values) : null;
  return {
    id_caja,
    id_gasto: expense.id,
    estado: choice === 'approved' ? 3 : 4,
    item: 0,
    observacion: values.observacion.trim(),
    id_rechazo: reasonFor(choice, values),
    reembolsar: pesosOrNull(centavos),
    version: expense.version,
  };
}
