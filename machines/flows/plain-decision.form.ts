/** The form of a stage that asks for status, reason and observation only: maintenance and the final pass. */
import type { Expense } from '#contract/calls/expense.calls.ts';
import type { ExpenseDeed } from '#machines/domain/expense-guards.ts';
import type { Refusal } from '#machines/domain/explain.ts';
import { type StageName, stages } from '#machines/domain/stages.ts';
import { expenseStates } from '#machines/domain/states.ts';
import {
  type Choice,
  type DecisionInput,
  type DecisionValues,
  decisionRefusals,
  reasonFor,
} from './decision-rules.ts';

export type PlainStage = Extract<StageName, 'maintenance' | 'final'>;

/** The form over an expense, with what was decided before. */
export function plainValues(stage: PlainStage, expense: Expense): DecisionValues {
  const { sufijo } = stages[stage];
  return { observacion: expense[`obs_${sufijo}`], id_rechazo: expense[`id_rechazo_${sufijo}`] };
}

/** Everything that is wrong with the decision, as the law says it. */
export function plainRefusals(
  stage: PlainStage,
  choice: Choice,
  { actor }: DecisionInput,
  expense: Expense,
  values: DecisionValues,
): Refusal[] {
  const { approve, reject } = stages[stage];
  return decisionRefusals(expense, {
    type: choice === 'approved' ? approve : reject,
    actor,
    observacion: values.observacion,
    id_rechazo: reasonFor(choice, values),
  } as ExpenseDeed);
}

/** The body of the stage's call, but for what only one of them takes. */
export const plainRequest = <Stage extends PlainStage>(
  stage: Stage,
  choice: Choice,
  { id_caja }: DecisionInput,
  expense: Expense,
  values: DecisionValues,
) => ({
  id_caja,
  id_gasto: expense.id,
  estado: expenseStates[stages[stage][choice]].codigo as Stage extends 'final' ? 15 | 16 : 9 | 10,
  observacion: values.observacion.trim(),
  id_rechazo: reasonFor(choice, values),
  version: expense.version,
});
