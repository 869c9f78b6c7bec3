/** Accounting's final form: its fields, its rules and the body of its call. */
import type { Expense } from '#contract/calls/expense.calls.ts';
import type { RequestOf } from '#contract/contract.ts';
import type { Refusal } from '#machines/domain/explain.ts';
import {
  type Choice,
  type DecisionInput,
  type DecisionValues,
  decisionRefusals,
  reasonFor,
} from './decision-rules.ts';

/** The form over an expense, with what was decided before. */
export const finalValues = (expense: Expense): DecisionValues => ({
  observacion: expense.obs_contabilidad_dos,
  id_rechazo: expense.id_rechazo_contabilidad_dos,
});

/** Everything that is wrong with the decision, as the law says it. */
export const finalRefusals = (
  choice: Choice,
  { actor }: DecisionInput,
  expense: Expense,
  values: DecisionValues,
): Refusal[] =>
  decisionRefusals(expense, {
    type: choice === 'approved' ? 'FINAL.APPROVE' : 'FINAL.REJECT',
    actor,
    observacion: values.observacion,
    id_rechazo: reasonFor(choice, values),
  });

export const finalRequest = (
  choice: Choice,
  { id_caja }: DecisionInput,
  expense: Expense,
  values: DecisionValues,
): RequestOf<'/guardarContabilidadFinal'> => ({
  id_caja,
  id_gasto: expense.id,
  estado: choice === 'approved' ? 15 : 16,
  observacion: values.observacion.trim(),
  id_rechazo: reasonFor(choice, values),
  version: expense.version,
});
