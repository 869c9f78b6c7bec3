/** Maintenance's form: its fields, its rules and the body of its call. */
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
export const maintenanceValues = (expense: Expense): DecisionValues => ({
  observacion: expense.obs_mantenimiento,
  id_rechazo: expense.id_rechazo_mantenimiento,
});

/** Everything that is wrong with the decision, as the law says it. */
export const maintenanceRefusals = (
  choice: Choice,
  { actor }: DecisionInput,
  expense: Expense,
  values: DecisionValues,
): Refusal[] =>
  decisionRefusals(expense, {
    type: choice === 'approved' ? 'MAINTENANCE.APPROVE' : 'MAINTENANCE.REJECT',
    actor,
    observacion: values.observacion,
    id_rechazo: reasonFor(choice, values),
  });

export const maintenanceRequest = (
  choice: Choice,
  { id_caja }: DecisionInput,
  expense: Expense,
  values: DecisionValues,
): RequestOf<'/guardarMantenimiento'> => ({
  id_caja,
  id_gasto: expense.id,
  estado: choice === 'approved' ? 9 : 10,
  item: 0,
  observacion: values.observacion.trim(),
  id_rechazo: reasonFor(choice, values),
  version: expense.version,
});
