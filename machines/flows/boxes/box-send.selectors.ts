/** Selectors of a box that is sent, beside those of its papers too. */
import type { SnapshotFrom } from 'xstate';
import { refusals, successes } from '#contract/errors.ts';
import type { FigureLine } from '#machines/domain/fund/fund.ts';
import { jointStages } from '#contract/wire-stages.ts';
import type { FailedGuard } from '#machines/domain/explain.ts';
import { stageOfBox } from '#machines/domain/box/stages.ts';
import { boxStateOf, boxStates } from '#machines/domain/box/states.ts';
import { expensesOf, failedToSend } from './box.selectors.ts';
import type { boxSendMachine, SendAnswer } from './box-send.machine.ts';
import { sendSummary, sentSentence } from './send-summary.ts';
import { deletionRefusals, isInHandsOf, sendRefusals } from './box-send-rules.ts';

type BoxSendSnapshot = SnapshotFrom<typeof boxSendMachine>;

/** A send or a deletion got no answer: RETRY and BACK. */
export const failedToWrite = (snapshot: BoxSendSnapshot) =>
  failedToSend(snapshot) || failedToDelete(snapshot);
export const failedToDelete = (snapshot: BoxSendSnapshot) => snapshot.matches('failedToDelete');
export const isSending = (snapshot: BoxSendSnapshot) =>
  snapshot.matches('sending') || snapshot.matches('checking');
export const isDeleting = (snapshot: BoxSendSnapshot) => snapshot.matches('deleting');
export const isConfirmingSend = (snapshot: BoxSendSnapshot) => snapshot.matches('confirming');
export const isConfirmingDeletion = (snapshot: BoxSendSnapshot) =>
  snapshot.matches('confirmingDeletion');

/** The expense that the store is asked about; null while it is not. */
export const expenseToDelete = (snapshot: BoxSendSnapshot) =>
  expensesOf(snapshot).find(({ id }) => id === snapshot.context.id_gasto) ?? null;
/** Title over a refused send; accounting reads its reasons without one. Undefined for anything else. */
export const problemTitleOf = ({ context }: BoxSendSnapshot): string | undefined =>
  context.problem !== null && context.id_gasto === null && context.key.sender !== 'accounting'
    ? refusals[422]
    : undefined;
/** The sentence of success; null while there is none. */
export const noticeOf = (snapshot: BoxSendSnapshot): string | null =>
  snapshot.matches('sent') || snapshot.matches('finished')
    ? successes.sent
    : snapshot.matches('deleted')
      ? successes.deleted
      : null;

const numberOf = (answer: SendAnswer[number]): number[] =>
  'consecutivo' in answer && typeof answer.consecutivo === 'number' ? [answer.consecutivo] : [];

/** The person who has the box that was sent; undefined while it was not. */
export const whereSentOf = (snapshot: BoxSendSnapshot): string | undefined => {
  const { facts, sent } = snapshot.context;
  if (facts === null || noticeOf(snapshot) !== successes.sent) return undefined;
  return sentSentence(facts, sent?.flatMap(numberOf)[0]);
};

/** Figures of the question before the box goes; empty before it is there. */
export const sendSummaryOf = ({ context: { facts } }: BoxSendSnapshot): FigureLine[] =>
  facts === null ? [] : sendSummary(facts);

/** The box is in the sender's hands: the Send button is shown, allowed or not. */
export const showsSend = (snapshot: BoxSendSnapshot): boolean =>
  snapshot.context.facts !== null &&
  isInHandsOf(snapshot.context.key.sender, snapshot.context.facts);

/** The sender reviews the box, and an observation is all that an approval needs here. */
export const showsSheet = (snapshot: BoxSendSnapshot): boolean => {
  const stage = stageOfBox(boxStateOf(snapshot.context.facts?.box.active ?? boxStates.open.codigo));
  return showsSend(snapshot) && jointStages.some((name) => name === stage);
};

/** Why the state machine of the box refuses the send, with the expenses that it is about; empty when it does not. */
export const sendReasons = ({ context: { key, actor, facts } }: BoxSendSnapshot): FailedGuard[] =>
  facts === null ? [] : sendRefusals(key.sender, actor, facts);

/** Why an expense cannot be deleted; empty when it can. */
export const deletionReasons = (
  { context: { actor, facts } }: BoxSendSnapshot,
  id_gasto: number,
): string[] =>
  facts === null ? [] : deletionRefusals(actor, facts, id_gasto).map(({ mensaje }) => mensaje);
