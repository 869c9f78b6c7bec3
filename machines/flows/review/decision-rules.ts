import type { ActorRef, Snapshot, SnapshotFrom } from 'xstate';
import type { Expense } from '#contract/calls/expenses.calls.ts';
import type { RequestOf } from '#contract/contract.ts';
import { successes, type FailedGuard } from '#contract/errors.ts';
import { refusalsOf, refusalsOfIntention } from '../../domain/case/box-case.ts';
import { type StageName, type Stages, stages } from '../../domain/stages/stages.ts';
import { expenseStateOf } from '../../domain/stages/states.ts';
import type { ExpenseCommand } from '../../domain/expense/expense-guards.ts';
import type { Person } from '../../domain/people/profiles.ts';
import {
  type Choice,
  type DecisionDetails,
  decisionEvent,
  reviewReasons,
} from '../../domain/case/joint-approval.ts';
import type { DateText } from '../../domain/values/dates.ts';
import {
  type CategoryRow,
  type DocumentClassRow,
  type RejectionReasonRow,
  type TaxRow,
  shownExpense,
} from '../expenses/expense-facts.ts';
import { type Change, changedBy, changesBetween } from '../steps/changes.ts';
import { type Problem, fieldErrors, assertPresent } from '../steps/result.ts';
import type { DecisionMachine } from './decision.machine.ts';
import { staysOpen } from '../../domain/expense/expense-places.ts';
import { caseOfExpense } from '../boxes/box.selectors.ts';

/** Rules that the reviews of an expense share, derived from its state machine. */

/** Facts that every review shows. */
export interface DecisionFacts {
  expense: Expense;
  reasons: readonly RejectionReasonRow[];
}

/** Facts of accounting's preliminary pass, and of its split without a decision. */
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
  /** The unsaved choice of a draft; null without one. */
  chosen: Choice | null;
  /** The receipt that has been on the screen; null while none has. */
  seen: string | null;
  /** Receives DECIDED after a save: the cockpit. Absent where there is none. */
  parent?: ActorRef<Snapshot<unknown>, DecisionSaved>;
}

/** A decision that was saved. */
export interface DecisionSaved {
  type: 'DECIDED';
  id_gasto: number;
  request: SaveRequest;
}

/** The calls that save a decision: `guardarSupervisor`, … */
export type SaveName = Stages[StageName]['saves'];

/** The body of such a call. */
export type SaveRequest = RequestOf<`/${SaveName}`>;

export const nothingDecided = {
  facts: null as Facts | null,
  /** The facts that were shown before another user changed them; null otherwise. */
  before: null as Facts | null,
  /** The body of the save under way, or of the last one. */
  request: null as SaveRequest | null,
  /** Proposed values that the save has to confirm. */
  proposed: [] as readonly string[],
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

/** The initial values for an expense, with the earlier decision of the stage. */
export const decisionValues = (stage: StageName, expense: Expense): DecisionValues => {
  const { sufijo } = stages[stage];
  return { observacion: expense[`obs_${sufijo}`], id_rechazo: expense[`id_rechazo_${sufijo}`] };
};

/** The failing guards of a command on an expense; empty when the state machine allows it. */
export const commandRefusals = (expense: Expense, event: ExpenseCommand): FailedGuard[] =>
  refusalsOf(caseOfExpense(expense), { type: 'expense', idGasto: expense.id, event });

/** Why the user cannot send a command to the expense, regardless of the form; empty when it is possible. */
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

/** Why the shortcut that approves and moves on is not available; empty when it is. */
export function reasonsAgainstOneKey(
  stage: StageName,
  expense: Expense,
  actor: Person,
): readonly FailedGuard[] {
  const doubts = reviewReasons(caseOfExpense(expense), expense, actor);
  const isFinal = { guardia: 'decisionStaysOpen', mensaje: 'Su decisión sería definitiva.' };
  return [...doubts, ...(staysOpen(stage) ? [] : [isFinal])];
}

/** The choice of the stage behind a state code; null when the stage did not decide the expense. */
export function choiceOfCode(stage: StageName, estado: number): Choice | null {
  const state = expenseStateOf(estado);
  if (state === stages[stage].approved) return 'approved';
  return state === stages[stage].rejected ? 'rejected' : null;
}

/** A form to be saved; `choice` is null in the review without a decision. */
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

/** The rejection reason; null without a rejection. */
const reasonOf = ({ choice, values }: Decided): number | null =>
  choice === 'rejected' ? values.id_rechazo : null;

/** The refusals of a decision by the state machine. @param details fields that the form of the stage adds */
export const decisionRefusals = (
  stage: StageName,
  decided: Decided,
  details: Pick<DecisionDetails, 'reembolsar' | 'desglose'> = {},
): FailedGuard[] => {
  const { choice, actor, facts, values } = decided;
  const { observacion } = values;
  const event = { actor, observacion, id_rechazo: reasonOf(decided), ...details };
  return commandRefusals(facts.expense, decisionEvent(stage, assertPresent(choice), event));
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

/** Phrases of a decision: the user's earlier observations are offered again, each for the choice that it explained. */

/** Latest first. */
export type Phrases = Readonly<Record<Choice, readonly string[]>>;

/** Maximum number of phrases of a choice. */
const mostPhrases = 4;

/** Maximum length of a phrase, in characters. */
const longestPhrase = 80;

/** The observation of an approval by shortcut when none is typed: the last one of the user's approvals; '' without one. */
export const approvalPhrase = ({ approved }: Phrases): string => approved[0] ?? '';

/** Appends a phrase to the observation, unless it is already there. */
export function withPhrase(typed: string, phrase: string): string {
  const text = typed.trim();
  if (text === '') return phrase;
  return text.includes(phrase) ? typed : `${text.replace(/[.;,]$/, '')}. ${phrase}`;
}

/** Adds the observation of a decision to the phrases of its choice; a long or multi-line one is ignored. */
export function withLatest(phrases: Phrases, choice: Choice, observation: string): Phrases {
  const phrase = observation.trim();
  if (phrase === '' || phrase.length > longestPhrase || phrase.includes('\n')) return phrases;
  const others = phrases[choice].filter((other) => other !== phrase);
  return { ...phrases, [choice]: [phrase, ...others].slice(0, mostPhrases) };
}

/** Phrases to choose from: the reason's text for a rejection, then the user's latest ones of the choice. */
export const phrasesFor = (choice: Choice | null, reason: string, phrases: Phrases): string[] =>
  choice === null
    ? []
    : [
        ...new Set([
          ...(choice === 'rejected' && reason !== '' ? [reason] : []),
          ...phrases[choice],
        ]),
      ];

/** Selectors of the decision flow of any stage. */

export { isLoading, problemOf } from '../steps/result.ts';

/** A snapshot of any review. */
type DecisionSnapshot = SnapshotFrom<DecisionMachine>;

/** A save is under way, or waits for the receipt. */
export const isPending = (snapshot: DecisionSnapshot) =>
  snapshot.hasTag('pending') || snapshot.hasTag('awaiting');
/** Accepts APPROVE_UNSEEN or BACK. */
export const asksUnseen = (snapshot: DecisionSnapshot) => snapshot.hasTag('unseen');
/** Accepts CONFIRM or BACK. */
export const asksProposed = (snapshot: DecisionSnapshot) => snapshot.hasTag('proposed');
export const proposedOf = (snapshot: DecisionSnapshot) => snapshot.context.proposed;
/** Accepts RELOAD. */
export const isOutdated = (snapshot: DecisionSnapshot) => snapshot.hasTag('outdated');
export const isReadOnly = (snapshot: DecisionSnapshot) => snapshot.hasTag('readOnly');
export const isDone = (snapshot: DecisionSnapshot) => snapshot.hasTag('done');
/** The flow is about to redirect to the box. */
export const leadsBack = (snapshot: DecisionSnapshot) => snapshot.hasTag('leaving');
/** The form can be changed. */
export const isReviewing = (snapshot: DecisionSnapshot) =>
  snapshot.hasTag('undecided') || snapshot.hasTag('approving') || snapshot.hasTag('rejecting');
/** The current choice, the one being saved or the earlier decision; null while there is none. */
export function choiceOf(snapshot: DecisionSnapshot, stage: StageName): Choice | null {
  if (snapshot.hasTag('undecided')) return null;
  if (snapshot.hasTag('approving')) return 'approved';
  if (snapshot.hasTag('rejecting')) return 'rejected';
  const { chosen, facts } = snapshot.context;
  const decided = facts === null ? null : choiceOfCode(stage, facts.expense.estado);
  return isReadOnly(snapshot) ? decided : (chosen ?? decided);
}
/** Known before the expense is loaded. */
export const expenseIdOf = (snapshot: DecisionSnapshot) => snapshot.context.id_gasto;
export const reviewerOf = (snapshot: DecisionSnapshot) => snapshot.context.actor;
/** The expense with categories, document classes, taxes and today's date; null until loaded. */
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
/** The error message of a guard or field: `observationIsGiven`, `reasonIsGiven`, `estado`, `reembolsar`, … */
export const fieldErrorsOf = (snapshot: DecisionSnapshot) => fieldErrors(snapshot.context.problem);
/** The success message; null while there is none. */
export const noticeOf = (snapshot: DecisionSnapshot): string | null =>
  snapshot.hasTag('done') ? successes.saved : null;
/** The last change is a correction by the store, which the expense itself describes. */
const isCorrectedSince = (before: Expense, { correccion, fecha_cambio }: Expense): boolean =>
  correccion !== null &&
  correccion.fecha !== before.correccion?.fecha &&
  correccion.fecha === fecha_cambio;
/** Changes by other users while the expense was on the screen. */
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
