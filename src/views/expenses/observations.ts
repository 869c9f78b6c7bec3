/** Observations of the stages on an expense, for people. */
import type { Expense } from '#contract/calls/expense.calls.ts';
import { type StageName, stageNames, stages } from '#machines/domain/stages.ts';
import { expenseStates } from '#machines/domain/states.ts';
import type { RejectionReasonRow } from '#machines/flows/expenses/reference-rows.ts';

export interface ObservationEntry {
  stage: StageName;
  author: string;
  /** `yyyy-MM-dd HH:mm` in Colombia. */
  date: string;
  rejected: boolean;
  /** Empty when there is none. */
  reason: string;
  observation: string;
}

/** States in which no decision has been taken: what an earlier try left is not shown. */
const undecided: readonly number[] = [
  expenseStates.unreviewed.codigo,
  expenseStates.unreviewedMaintenance.codigo,
];

const entryOf = (
  stage: StageName,
  expense: Expense,
  reasons: readonly RejectionReasonRow[],
): ObservationEntry => {
  const { nombre, sufijo } = stages[stage];
  const id_rechazo = expense[`id_rechazo_${sufijo}`];
  return {
    stage,
    author: nombre,
    date: expense[`fecha_${sufijo}`],
    rejected: id_rechazo !== null,
    reason: reasons.find(({ id }) => id === id_rechazo)?.nombre ?? '',
    observation: expense[`obs_${sufijo}`],
  };
};

/** In the order of the workflow; empty while the expense is unreviewed. */
export const observationsOf = (
  expense: Expense,
  reasons: readonly RejectionReasonRow[],
): ObservationEntry[] =>
  undecided.includes(expense.estado)
    ? []
    : stageNames
        .map((stage) => entryOf(stage, expense, reasons))
        .filter(({ date, observation }) => date !== '' || observation !== '');
