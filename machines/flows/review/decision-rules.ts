/** Rules that the reviews of an expense share: the state machine of the expense, asked for one review. */
import type { Expense } from '#contract/calls/expenses.calls.ts';
import type { RequestOf } from '#contract/contract.ts';
import { refusalsOf, refusalsOfIntention } from '#machines/domain/box/box-case.ts';
import type { DateText } from '#machines/domain/values/dates.ts';
import {
  type Choice,
  type DecisionDetails,
  decisionEvent,
} from '#machines/domain/review/decision-event.ts';
import { expenseMachine } from '#machines/domain/expense/expense.machine.ts';
import type { ExpenseCommand } from '#machines/domain/expense/expense-guards.ts';
import type { FailedGuard } from '#machines/domain/explain.ts';
import { reasonsToLook } from '#machines/domain/review/joint-approval.ts';
import type { Person } from '#machines/domain/people/profiles.ts';
import { type StageName, type Stages, stages } from '#machines/domain/box/stages.ts';
import { expenseStateOf } from '#machines/domain/box/states.ts';
import { caseOfExpense } from '../expenses/expense-facts.ts';
import type {
  CategoryRow,
  DocumentClassRow,
  RejectionReasonRow,
  TaxRow,
} from '../expenses/reference-rows.ts';
import { given, type Problem } from '../steps/result.ts';

/** Facts that every review shows. */
export interface DecisionFacts {
  expense: Expense;
  reasons: readonly RejectionReasonRow[];
}

/** Facts of accounting's first pass, and of its split without a decision. */
export interface AccountingFacts extends DecisionFacts {
  /** Categories of the store's format. */
  categories: readonly CategoryRow[];
  documentClasses: readonly DocumentClassRow[];
  taxes: readonly TaxRow[];
  /** Today by the server's clock, in America/Bogota. */
  today: DateText;
}

/** Answer of `loadExpense`. */
export type Facts = DecisionFacts | AccountingFacts;

export interface DecisionInput {
  actor: Person;
  id_gasto: number;
  id_caja: number;
  /** The choice of a draft that the person had not saved; null without one. */
  chosen: Choice | null;
  /** The receipt that has been on the screen; null while none has. */
  seen: string | null;
}

/** The calls that save a decision: `guardarSupervisor`, … */
export type SaveName = Stages[StageName]['saves'];

/** The body of one of them. */
export type SaveRequest = RequestOf<`/${SaveName}`>;

export const nothingDecided = {
  facts: null as Facts | null,
  /** The facts as shown before somebody else changed them; null while nobody has. */
  before: null as Facts | null,
  /** The body of the save that is under way or was the last. */
  request: null as SaveRequest | null,
  /** Link of the electronic invoice that is being chosen. */
  url: null as string | null,
  problem: null as Problem | null,
};

export type DecisionContext = DecisionInput & typeof nothingDecided;

/** Fields that every decision form has; formik owns them. */
export interface DecisionValues {
  observacion: string;
  /** Null while no reason is chosen; ignored when approving. */
  id_rechazo: number | null;
}

/** The form over an expense, with what the stage decided before. */
export const decisionValues = (stage: StageName, expense: Expense): DecisionValues => {
  const { sufijo } = stages[stage];
  return { observacion: expense[`obs_${sufijo}`], id_rechazo: expense[`id_rechazo_${sufijo}`] };
};

/** The failing guards of a action on an expense; empty when the state machine allows it. */
export const commandRefusals = (expense: Expense, event: ExpenseCommand): FailedGuard[] =>
  refusalsOf(caseOfExpense(expense), { type: 'expense', idGasto: expense.id, event });

/** Why this person cannot do something with the expense, whatever the form says; empty when he or she can. */
export const intentionRefusals = (
  type: ExpenseCommand['type'],
  actor: Person,
  expense: Expense,
): FailedGuard[] =>
  refusalsOfIntention(caseOfExpense(expense), {
    type: 'expense',
    idGasto: expense.id,
    event: { type, actor },
  });

/** The stage may decide again until the box is sent, as the chart of the expense says. */
export function staysOpen(stage: StageName): boolean {
  const { boxState, approved, reject } = stages[stage];
  const place = expenseMachine.states[boxState];
  return [place, place?.states[approved]].some((node) => node?.transitions.has(reject) ?? false);
}

/** Why one key does not approve an expense and lead on; empty where it does. */
export function reasonsAgainstOneKey(
  stage: StageName,
  expense: Expense,
  actor: Person,
): readonly FailedGuard[] {
  const doubts = reasonsToLook(caseOfExpense(expense), expense, actor);
  const isFinal = { guardia: 'decisionStaysOpen', mensaje: 'Su decisión sería definitiva.' };
  return [...doubts, ...(staysOpen(stage) ? [] : [isFinal])];
}

/** Returns the choice of a stage that left the code; null when the stage did not decide it. */
export function choiceOfCode(stage: StageName, estado: number): Choice | null {
  const state = expenseStateOf(estado);
  if (state === stages[stage].approved) return 'approved';
  return state === stages[stage].rejected ? 'rejected' : null;
}

/** A form as it is saved; without a choice where there is none to make. */
export interface Decided<Values = DecisionValues, Shown = DecisionFacts> {
  choice: Choice | null;
  actor: Person;
  id_caja: number;
  facts: Shown;
  values: Values;
  /** The receipt that has been on the screen. */
  seen: string | null;
}

/** The receipt of the expense has been on the screen, or there is none. */
export const isSeen = ({ facts, seen }: Pick<Decided, 'facts' | 'seen'>): boolean =>
  facts.expense.soporte === null || facts.expense.soporte === seen;

/** The reason travels only with a rejection. */
const reasonOf = ({ choice, values }: Decided): number | null =>
  choice === 'rejected' ? values.id_rechazo : null;

/** Everything that is wrong with a decision, as the state machine says it. @param details what the form of the stage adds */
export const decisionRefusals = (
  stage: StageName,
  decided: Decided,
  details: Pick<DecisionDetails, 'reembolsar' | 'desglose'> = {},
): FailedGuard[] => {
  const { choice, actor, facts, values } = decided;
  const { observacion } = values;
  const event = { actor, observacion, id_rechazo: reasonOf(decided), ...details };
  return commandRefusals(facts.expense, decisionEvent(stage, given(choice), event));
};

const seenCode = (decided: Decided): 0 | 1 => (isSeen(decided) ? 1 : 0);

/** The part of a body that every stage sends. */
export const decisionRequest = <Stage extends StageName>(stage: Stage, decided: Decided) => ({
  id_caja: decided.id_caja,
  id_gasto: decided.facts.expense.id,
  estado: stages[stage].codes[
    decided.choice === 'approved' ? 0 : 1
  ] as Stages[Stage]['codes'][number],
  observacion: decided.values.observacion.trim(),
  id_rechazo: reasonOf(decided),
  version: decided.facts.expense.version,
  soporte_visto: seenCode(decided),
});
