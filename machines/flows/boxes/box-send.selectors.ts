/** Selectors of a box that is sent. */
import type { SnapshotFrom } from 'xstate';
import { isForbidden } from '../forbidden.selectors.ts';
import { refusals } from '#contract/errors.ts';
import type { DateText } from '#machines/domain/dates.ts';
import type { FailedGuard } from '#machines/domain/explain.ts';
import { type boxSendMachine, boxSendMessages } from './box-send.machine.ts';
import { type BoxFacts, deletionRefusals, isInHandsOf, sendRefusals } from './box-send-rules.ts';
import { boxChanges, boxMovedBy } from './box-changes.ts';
import type { Change } from '../changes.ts';
import { accountOfBox, expenseRowsOf } from '../expenses/expense-facts.ts';

type BoxSendSnapshot = SnapshotFrom<typeof boxSendMachine>;

export const isLoading = (snapshot: BoxSendSnapshot) => snapshot.hasTag('loading');
export const failedToLoad = (snapshot: BoxSendSnapshot) =>
  snapshot.matches('failedToLoad') || isForbidden(snapshot);
/** A send or a deletion got no answer: RETRY and BACK. */
export const failedToWrite = (snapshot: BoxSendSnapshot) =>
  snapshot.matches('failedToSend') || snapshot.matches('failedToDelete');
export const failedToSend = (snapshot: BoxSendSnapshot) => snapshot.matches('failedToSend');
export const failedToDelete = (snapshot: BoxSendSnapshot) => snapshot.matches('failedToDelete');
export const isSending = (snapshot: BoxSendSnapshot) =>
  snapshot.matches('sending') || snapshot.matches('checking');
export const isDeleting = (snapshot: BoxSendSnapshot) => snapshot.matches('deleting');
export const isConfirmingSend = (snapshot: BoxSendSnapshot) => snapshot.matches('confirming');
export const isConfirmingDeletion = (snapshot: BoxSendSnapshot) =>
  snapshot.matches('confirmingDeletion');

/** Null until the first load. */
export const factsOf = (snapshot: BoxSendSnapshot): BoxFacts | null => snapshot.context.facts;
export const expensesOf = (snapshot: BoxSendSnapshot) =>
  expenseRowsOf(snapshot.context.facts?.rows ?? []);
export const accountOf = (snapshot: BoxSendSnapshot) => accountOfBox(snapshot.context.facts);
/** The expense that the store is asked about; null while it is not. */
export const expenseToDelete = (snapshot: BoxSendSnapshot) =>
  expensesOf(snapshot).find(({ id }) => id === snapshot.context.id_gasto) ?? null;
/** The last problem; also over a box that was loaded again after a refusal. */
export const problemOf = (snapshot: BoxSendSnapshot) => snapshot.context.problem;
/** Title over a refused send; accounting reads its reasons without one. Undefined for anything else. */
export const problemTitleOf = ({ context }: BoxSendSnapshot): string | undefined =>
  context.problem !== null && context.id_gasto === null && context.key.sender !== 'accounting'
    ? refusals[422]
    : undefined;
/** The sentence of success; null while there is none. */
export const noticeOf = (snapshot: BoxSendSnapshot): string | null =>
  snapshot.matches('sent') || snapshot.matches('finished')
    ? boxSendMessages.sent
    : snapshot.matches('deleted')
      ? boxSendMessages.deleted
      : null;

/** The box is in the sender's hands: the Send button is shown, allowed or not. */
export const showsSend = (snapshot: BoxSendSnapshot): boolean =>
  snapshot.context.facts !== null &&
  isInHandsOf(snapshot.context.key.sender, snapshot.context.facts);

/** Why the law of the box refuses the send, with the expenses that it is about; empty when it does not. */
export const sendReasons = ({ context: { key, actor, facts } }: BoxSendSnapshot): FailedGuard[] =>
  facts === null ? [] : sendRefusals(key.sender, actor, facts);

/** Why an expense cannot be deleted; empty when it can. */
export const deletionReasons = (
  { context: { actor, facts } }: BoxSendSnapshot,
  id_gasto: number,
): string[] =>
  facts === null ? [] : deletionRefusals(actor, facts, id_gasto).map(({ mensaje }) => mensaje);

/** Lists what somebody else changed in the box while it was about to be sent. */
export const changesOf = ({ context: { before, facts } }: BoxSendSnapshot): Change[] =>
  before === null || facts === null ? [] : boxChanges(before, facts);
/** Returns who moved it, and when; empty when nobody did. */
export const changeAuthorOf = (
  { context: { before, facts } }: BoxSendSnapshot,
  today: DateText,
): string => (before === null || facts === null ? '' : boxMovedBy(before, facts, today));
