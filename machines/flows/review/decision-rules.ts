import type { ActorRef, Snapshot, SnapshotFrom } from 'xstate';
import type { Expense } from '#contract/calls/expenses.calls.ts';
import type { RequestOf } from '#contract/contract.ts';
import { successes, type FailedGuard } from '#contract/errors.ts';
import { refusalsOf, refusalsOfIntention } from '../../domain/box/box-case.ts';
import { type StageName, type Stages, stages } from '../../domain/box/stages.ts';
import { expenseStateOf } from '../../domain/box/states.ts';
import type { ExpenseCommand } from '../../domain/expense/expense-guards.ts';
import type { Person } from '../../domain/people/profiles.ts';
import {
  type Choice,
  type DecisionDetails,
  decisionEvent,
  offeredObservation,
  reasonsToLook,
} from '../../domain/review/joint-approval.ts';
import type { DateText } from '../../domain/values/dates.ts';
import {
  type CategoryRow,
  type DocumentClassRow,
  type RejectionReasonRow,
  type TaxRow,
  shownExpense,
} from '../expenses/expense-facts.ts';
import { type Change, changedBy, changesBetween } from '../steps/changes.ts';
import { type Problem, fieldErrors, given } from '../steps/result.ts';
import type { DecisionMachine } from './decision.machine.ts';
import { staysOpen } from '../../domain/expense/expense-places.ts';
import { caseOfExpense } from '../boxes/box.selectors.ts';

/** Rules that the reviews of an expense share: the state machine of the expense, asked for one review. */

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
  /** The choice that the person made and has not saved, in a draft to begin with; null without one. */
  chosen: Choice | null;
  /** The receipt that has been on the screen; null while none has. */
  seen: string | null;
  /** Is sent what was saved: the expenses beside the decision. Absent where there are none. */
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

/** The words of a decision: what a person has written before is offered again. */

/** Phrases that are offered again. */
const mostPhrases = 4;

/** Longest phrase that is worth a chip. */
const longestPhrase = 80;

/** The phrase that an approval by one key writes where nothing is written: the person's last one. */
export const approvalPhrase = (phrases: readonly string[]): string =>
  phrases[0] ?? offeredObservation;

/** The observation with a phrase at its end; a phrase that is there already is not repeated. */
export function withPhrase(typed: string, phrase: string): string {
  const text = typed.trim();
  if (text === '') return phrase;
  return text.includes(phrase) ? typed : `${text.replace(/[.;,]$/, '')}. ${phrase}`;
}

/** The phrases of a person, the last one first. */
export function withLatest(phrases: readonly string[], observation: string): string[] {
  const phrase = observation.trim();
  if (phrase === '' || phrase.length > longestPhrase || phrase.includes('\n')) return [...phrases];
  return [phrase, ...phrases.filter((other) => other !== phrase)].slice(0, mostPhrases);
}

/** Phrases to choose from: the reason's own text of a rejection, then what the person wrote last. */
export const phrasesFor = (
  choice: Choice | null,
  reason: string,
  phrases: readonly string[],
): string[] =>
  choice === null
    ? []
    : [
        ...new Set([
          ...(choice === 'rejected' && reason !== '' ? [reason] : []),
          ...(choice === 'approved' && phrases.length === 0 ? [offeredObservation] : []),
          ...phrases.filter((phrase) => choice === 'approved' || phrase !== offeredObservation),
        ]),
      ];

/** Selectors of a decision flow, whichever stage it is of. */

export { isLoading, problemOf } from '../steps/result.ts';

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
  if (snapshot.hasTag('approving')) return 'approved';
  if (snapshot.hasTag('rejecting')) return 'rejected';
  const { chosen, facts } = snapshot.context;
  const decided = facts === null ? null : choiceOfCode(stage, facts.expense.estado);
  return isReadOnly(snapshot) ? decided : (chosen ?? decided);
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
