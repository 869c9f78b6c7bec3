/** The form of a stage that asks for status, reason and observation only. */
import type { Expense } from '#contract/calls/expense.calls.ts';
import { type Choice, decisionEvent } from '#machines/domain/decision-event.ts';
import type { FailedGuard } from '#machines/domain/explain.ts';
import { type PlainStage, stages } from '#machines/domain/stages.ts';
import {
  type DecisionInput,
  type DecisionValues,
  decisionRefusals,
  reasonFor,
} from './decision-rules.ts';

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
): FailedGuard[] {
  const { observacion } = values;
  const event = { actor, observacion, id_rechazo: reasonFor(choice, values) };
  return decisionRefusals(expense, decisionEvent(stage, choice, event));
}

/** The body of the stage's call. */
export const plainRequest = (
  stage: PlainStage,
  choice: Choice,
  { id_caja }: DecisionInput,
  expense: Expense,
  values: DecisionValues,
) => ({
  id_caja,
  id_gasto: expense.id,
  estado: stages[stage].codes[choice === 'approved' ? 0 : 1],
  observacion: values.observacion.trim(),
  id_rechazo: reasonFor(choice, values),
  version: expense.version,
});
