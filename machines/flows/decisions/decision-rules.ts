/** Rules that the decision flows share: the law of the expense, asked for one stage. */
import type { Expense } from '#contract/calls/expense.calls.ts';
import { refusalsOf, refusalsOfIntention } from '#machines/domain/box-case.ts';
import type { Choice } from '#machines/domain/decision-event.ts';
import type { ExpenseDeed } from '#machines/domain/expense-guards.ts';
import type { FailedGuard } from '#machines/domain/explain.ts';
import type { Person } from '#machines/domain/profiles.ts';
import { type StageName, stages } from '#machines/domain/stages.ts';
import { expenseStateOf } from '#machines/domain/states.ts';
import { caseOfExpense } from '../expenses/expense-facts.ts';
import type { RejectionReasonRow } from '../expenses/reference-rows.ts';
import { given, type Problem, type Result } from '../result.ts';

/** Facts that every decision form shows. */
export interface DecisionFacts {
  expense: Expense;
  reasons: readonly RejectionReasonRow[];
}

export interface DecisionInput {
  actor: Person;
  id_gasto: number;
  id_caja: number;
  /** The choice of a draft that the person had not saved; null without one. */
  chosen: Choice | null;
}

/** The part of a saved body with which a later look at the expense is compared. */
export interface SavedDecision {
  estado: number;
  observacion?: string | null | undefined;
  version?: number | undefined;
}

/** Context of every decision flow. */
export interface DecisionContext extends DecisionInput {
  facts: DecisionFacts | null;
  /** The facts as shown before somebody else changed them; null while nobody has. */
  before: DecisionFacts | null;
  /** The body of the save that is under way or was the last. */
  request: SavedDecision | null;
  problem: Problem | null;
}

/** Fields that every decision form has; formik owns them. */
export interface DecisionValues {
  observacion: string;
  /** Null while no reason is chosen; ignored when approving. */
  id_rechazo: number | null;
}

export type DecisionEvent<Values extends DecisionValues> =
  | { type: 'RETRY' }
  | { type: 'CHOOSE_APPROVED' }
  | { type: 'CHOOSE_REJECTED' }
  | { type: 'SAVE'; values: Values }
  /** Back to the form after a save that got no answer. */
  | { type: 'BACK' }
  /** Shows the expense as it is now; the fields keep what was typed. */
  | { type: 'RELOAD' }
  /** Gives up what was typed and chosen: the form is as it was when it was opened. */
  | { type: 'DISCARD' };

export type DecisionTag =
  | 'loading'
  | 'pending'
  | 'failed'
  | 'loadFailed'
  | 'forbidden'
  | 'saveFailed'
  | 'outdated'
  | 'done'
  | 'readOnly'
  | 'undecided'
  | 'approving'
  | 'rejecting';

/** The failing guards of a decision on an expense; empty when the law allows it. */
export const decisionRefusals = (expense: Expense, event: ExpenseDeed): FailedGuard[] =>
  refusalsOf(caseOfExpense(expense), { type: 'expense', idGasto: expense.id, event });

/** Why this person cannot do something with the expense, whatever the form says; empty when he or she can. */
export const intentionRefusals = (
  type: ExpenseDeed['type'],
  actor: Person,
  expense: Expense,
): FailedGuard[] =>
  refusalsOfIntention(caseOfExpense(expense), {
    type: 'expense',
    idGasto: expense.id,
    event: { type, actor },
  });

/** Why this person cannot decide the expense at this stage at all; empty when he or she can. */
export const stageRefusals = (stage: StageName, actor: Person, expense: Expense): FailedGuard[] =>
  intentionRefusals(stages[stage].reject, actor, expense);

/** Returns the choice of a stage that left the code; null when the stage did not decide it. */
export function choiceOfCode(stage: StageName, estado: number): Choice | null {
  const state = expenseStateOf(estado);
  if (state === stages[stage].approved) return 'approved';
  return state === stages[stage].rejected ? 'rejected' : null;
}

type Args = { context: DecisionContext };

/**
 * The save whose answer got lost has arrived: the next version of the expense is this person's, and says
 * what was sent.
 */
export const ownSaveArrived = ({ actor, request }: DecisionContext, now: Expense): boolean =>
  request?.version !== undefined &&
  now.version === request.version + 1 &&
  now.id_usuario_cambio === actor.id &&
  now.estado === request.estado;

/** The choice with which the form begins: that of the draft, else what was decided before. */
const choiceBefore = (stage: StageName, { chosen, facts }: DecisionContext): Choice | null =>
  chosen ?? choiceOfCode(stage, given(facts).expense.estado);

/** Guards of the chart that only ask how the loaded expense stands. */
export const decisionGuards = (stage: StageName) => ({
  saveHadArrived: ({ context }: Args, result: Result<DecisionFacts>) =>
    result.ok &&
    ownSaveArrived(context, result.answer.expense) &&
    result.answer.expense[`obs_${stages[stage].sufijo}`] === context.request?.observacion,
  mayNotDecide: ({ context }: Args) =>
    stageRefusals(stage, context.actor, given(context.facts).expense).length > 0,
  wasApproved: ({ context }: Args) => choiceBefore(stage, context) === 'approved',
  wasRejected: ({ context }: Args) => choiceBefore(stage, context) === 'rejected',
});

/** The reason travels only with a rejection. */
export const reasonFor = (choice: Choice, values: DecisionValues): number | null =>
  choice === 'rejected' ? values.id_rechazo : null;
