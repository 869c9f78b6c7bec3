/** Selectors of a decision flow, whichever stage it is of. */
import type { SnapshotFrom } from 'xstate';
import type { Expense } from '#contract/calls/expenses.calls.ts';
import { successes } from '#contract/errors.ts';
import type { DateText } from '#machines/domain/values/dates.ts';
import { type StageName, stages } from '#machines/domain/box/stages.ts';
import type { Choice } from '#machines/domain/review/decision-event.ts';
import type { DecisionMachine } from './decision.machine.ts';
import {
  type AccountingFacts,
  choiceOfCode,
  type DecisionFacts,
  intentionRefusals,
} from './decision-rules.ts';
import { type Change, changedBy, changesBetween } from '../steps/changes.ts';
import { shownExpense } from '../expenses/expense-changes.ts';
import { fieldErrors } from '../steps/result.ts';

export { isLoading, problemOf } from '../steps/flow.selectors.ts';

/** A snapshot of any review. */
type DecisionSnapshot = SnapshotFrom<DecisionMachine>;

/** A save is under way, or waits for the receipt. */
export const isPending = (snapshot: DecisionSnapshot) =>
  snapshot.hasTag('pending') || snapshot.hasTag('awaiting');
/** RETRY or BACK. */
export const failedToSave = (snapshot: DecisionSnapshot) => snapshot.hasTag('saveFailed');
/** APPROVE_UNSEEN or BACK. */
export const asksUnseen = (snapshot: DecisionSnapshot) => snapshot.hasTag('unseen');
/** RELOAD. */
export const isOutdated = (snapshot: DecisionSnapshot) => snapshot.hasTag('outdated');
export const isReadOnly = (snapshot: DecisionSnapshot) => snapshot.hasTag('readOnly');
export const isDone = (snapshot: DecisionSnapshot) => snapshot.hasTag('done');
/** The person is about to be led back to the box. */
export const leadsBack = (snapshot: DecisionSnapshot) => snapshot.hasTag('leaving');
/** The form can be changed. */
export const isReviewing = (snapshot: DecisionSnapshot) =>
  snapshot.hasTag('undecided') || snapshot.hasTag('approving') || snapshot.hasTag('rejecting');
/** The choice that is made, is being saved or was decided before; null while there is none. */
export function choiceOf(snapshot: DecisionSnapshot, stage: StageName): Choice | null {
  if (snapshot.hasTag('undecided')) return null;
  const approves = ['approving', 'awaiting', 'unseen'] as const;
  if (approves.some((tag) => snapshot.hasTag(tag))) return 'approved';
  if (snapshot.hasTag('rejecting')) return 'rejected';
  const { request, facts } = snapshot.context;
  if (request !== null) return choiceOfCode(stage, request.estado);
  return facts === null ? null : choiceOfCode(stage, facts.expense.estado);
}
/** Also before the expense is loaded. */
export const expenseIdOf = (snapshot: DecisionSnapshot) => snapshot.context.id_gasto;
/** The person who decides. */
export const reviewerOf = (snapshot: DecisionSnapshot) => snapshot.context.actor;
/** Null until loaded: categories, document classes, taxes and today beside the expense. */
export const accountingFactsOf = ({
  context: { facts },
}: DecisionSnapshot): AccountingFacts | null =>
  facts !== null && 'categories' in facts ? facts : null;
/** Null until loaded. */
export const expenseOf = (snapshot: DecisionSnapshot) => snapshot.context.facts?.expense ?? null;
const noReasons: DecisionFacts['reasons'] = [];
/** The rejection reasons to choose from. */
export const reasonsOf = (snapshot: DecisionSnapshot) =>
  snapshot.context.facts?.reasons ?? noReasons;
/** The sentence of a guard or field: `observationIsGiven`, `reasonIsGiven`, `estado`, `reembolsar`, … */
export const fieldErrorsOf = (snapshot: DecisionSnapshot) => fieldErrors(snapshot.context.problem);
/** The sentence of success; null while there is none. */
export const noticeOf = (snapshot: DecisionSnapshot): string | null =>
  snapshot.hasTag('done') ? successes.saved : null;
/** Its store corrected it, and nobody has changed it since: the expense itself says what and why. */
const isCorrectedSince = (before: Expense, { correccion, fecha_cambio }: Expense): boolean =>
  correccion !== null &&
  correccion.fecha !== before.correccion?.fecha &&
  correccion.fecha === fecha_cambio;
/** Changes that somebody else made while this person had the expense on the screen. */
export const changesOf = ({ context: { before, facts } }: DecisionSnapshot): Change[] =>
  before === null || facts === null || isCorrectedSince(before.expense, facts.expense)
    ? []
    : changesBetween(
        shownExpense(before.expense, before.reasons),
        shownExpense(facts.expense, facts.reasons),
      );
/** 'por Ana, 10:32': who changed the expense last. */
export const changeAuthorOf = (
  { context: { facts } }: DecisionSnapshot,
  today: DateText,
): string =>
  facts === null ? '' : changedBy(facts.expense.cambiado_por, facts.expense.fecha_cambio, today);
/** Why this stage cannot decide the expense; empty when it can. */
export const readOnlyReasons = (snapshot: DecisionSnapshot, stage: StageName): string[] =>
  snapshot.context.facts === null
    ? []
    : intentionRefusals(
        stages[stage].reject,
        snapshot.context.actor,
        snapshot.context.facts.expense,
      ).map(({ mensaje }) => mensaje);
