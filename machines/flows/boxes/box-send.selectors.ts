import type { SnapshotFrom } from 'xstate';
import type { BoxLocation } from '#contract/calls/expenses.calls.ts';
import { refusals, successes, type FailedGuard } from '#contract/errors.ts';
import { jointStages } from '#contract/wire-stages.ts';
import { stageOfBox } from '../../domain/stages/stages.ts';
import { boxStateOf, boxStates, isPending, isRejected } from '../../domain/stages/states.ts';
import { type FigureLine, accountOf } from '../../domain/fund/fund.ts';
import { workingDaysInWords } from '../../domain/values/durations.ts';
import { counted } from '../../domain/values/texts.ts';
import {
  type SendAnswer,
  type boxSendMachine,
  deletionRefusals,
  isInHandsOf,
  sendRefusals,
} from './box-send.machine.ts';
import { type ShownBox, expensesOf, amountsOfRows } from './box.selectors.ts';

/** Texts and figures of a send: its confirmation and its result. */

/** The stage that comes next; undefined after the last. */
export const upcomingStage = ({ recorrido }: BoxLocation) =>
  recorrido.find(({ situacion }) => situacion === 'pendiente');

/** 'Luz Marina Ospina (Supervisor)'; only the stage when it names no person. */
const whoIsNext = (location: BoxLocation): string => {
  const { etapa = '', encargado = '' } = upcomingStage(location) ?? {};
  return encargado === '' ? etapa : `${encargado} (${etapa})`;
};

/** The person in charge; the stage when any user of its profile may continue. */
const upcomingPerson = (location: BoxLocation): string => {
  const { etapa = '', encargado = '' } = upcomingStage(location) ?? {};
  return encargado || etapa;
};

const closes = (location: BoxLocation): boolean =>
  upcomingStage(location)?.active === boxStates.closed.codigo;

/** '12 gastos: 11 aprobados, 1 rechazado' */
const expenseCounts = (states: readonly number[]): string => {
  const rejected = states.filter(isRejected).length;
  const undecided = states.filter(isPending).length;
  const approved = states.length - rejected - undecided;
  const parts = [
    { count: approved, words: counted(approved, 'aprobado', 'aprobados') },
    { count: rejected, words: counted(rejected, 'rechazado', 'rechazados') },
    { count: undecided, words: `${undecided} por decidir` },
  ];
  const counts = parts.flatMap(({ count, words }) => (count === 0 ? [] : [words]));
  return `${counted(states.length, 'gasto', 'gastos')}: ${counts.join(', ')}`;
};

/** Number of expenses sent, figures of the box after the send, and its next recipient. */
function sendSummary({ box, rows }: ShownBox): FigureLine[] {
  const amounts = amountsOfRows(rows);
  const { ubicacion } = box;
  const state = closes(ubicacion) ? 'closed' : boxStateOf(box.active);
  return [
    { label: 'Se envían', amount: expenseCounts(amounts.map(({ estado }) => estado)) },
    ...accountOf(amounts, boxStates[state].codigo),
    { label: 'Pasa a', amount: whoIsNext(ubicacion) },
  ];
}

/** ' · suele tardar 2 días hábiles', from the store's latest boxes at that stage; '' when there are too few. */
const usualTime = ({ dias_siguiente }: ShownBox['box']): string =>
  dias_siguiente === null
    ? ''
    : ` · suele tardar ${workingDaysInWords(Math.round(dias_siguiente))}`;

/** 'Caja n.º 1 enviada a Luz Marina Ospina · suele tardar 2 días' @param consecutivo number assigned by the send */
export function sentSentence({ box }: Pick<ShownBox, 'box'>, consecutivo?: number): string {
  const number = box.consecutivo ?? consecutivo;
  const name = number === undefined ? 'Caja' : `Caja n.º ${number}`;
  const { ubicacion } = box;
  return closes(ubicacion)
    ? `${name} cerrada: ya no la revisa nadie más.`
    : `${name} enviada a ${upcomingPerson(ubicacion)}${usualTime(box)}`;
}

/** Selectors of the flow that sends a box; box.selectors.ts has those shared with the shipping of its papers. */

type BoxSendSnapshot = SnapshotFrom<typeof boxSendMachine>;

export const failedToDelete = (snapshot: BoxSendSnapshot) => snapshot.matches('failedToDelete');
export const isSending = (snapshot: BoxSendSnapshot) =>
  snapshot.matches('sending') || snapshot.matches('checking');
export const isDeleting = (snapshot: BoxSendSnapshot) => snapshot.matches('deleting');
export const isConfirmingSend = (snapshot: BoxSendSnapshot) => snapshot.matches('confirming');
export const isConfirmingDeletion = (snapshot: BoxSendSnapshot) =>
  snapshot.matches('confirmingDeletion');

/** The expense that the store is about to delete; null when there is none. */
export const expenseToDelete = (snapshot: BoxSendSnapshot) =>
  expensesOf(snapshot).find(({ id }) => id === snapshot.context.id_gasto) ?? null;
/** Title of a refused send; undefined for accounting, which shows the reasons only, and for any other problem. */
export const problemTitleOf = ({ context }: BoxSendSnapshot): string | undefined =>
  context.problem !== null && context.id_gasto === null && context.key.sender !== 'accounting'
    ? refusals[422]
    : undefined;
/** The success message; null while there is none. */
export const noticeOf = (snapshot: BoxSendSnapshot): string | null =>
  snapshot.matches('sent') || snapshot.matches('finished')
    ? successes.sent
    : snapshot.matches('deleted')
      ? successes.deleted
      : null;

const numberOf = (answer: SendAnswer[number]): number[] =>
  'consecutivo' in answer && typeof answer.consecutivo === 'number' ? [answer.consecutivo] : [];

/** Sentence that says who has the box after the send; undefined before it. */
export const whereSentOf = (snapshot: BoxSendSnapshot): string | undefined => {
  const { facts, sent } = snapshot.context;
  if (facts === null || noticeOf(snapshot) !== successes.sent) return undefined;
  return sentSentence(facts, sent?.flatMap(numberOf)[0]);
};

/** A reviewer continues with the next box; a store has only one. */
export const isSentByReviewer = ({ context: { key } }: BoxSendSnapshot): boolean =>
  key.sender !== 'store';

/** Figures of the confirmation before a send; empty until the box is loaded. */
export const sendSummaryOf = ({ context: { facts } }: BoxSendSnapshot): FigureLine[] =>
  facts === null ? [] : sendSummary(facts);

/** The box is with the sender: the Send button is shown, enabled or not. */
export const showsSend = (snapshot: BoxSendSnapshot): boolean =>
  snapshot.context.facts !== null &&
  isInHandsOf(snapshot.context.key.sender, snapshot.context.facts);

/** The contact sheet is offered: the sender reviews the box, at a stage where an approval needs only an observation. */
export const showsSheet = (snapshot: BoxSendSnapshot): boolean => {
  const stage = stageOfBox(boxStateOf(snapshot.context.facts?.box.active ?? boxStates.open.codigo));
  return showsSend(snapshot) && jointStages.some((name) => name === stage);
};

/** Why the state machine of the box refuses the send, with the expenses concerned; empty when it does not. */
export const sendReasons = ({ context: { key, actor, facts } }: BoxSendSnapshot): FailedGuard[] =>
  facts === null ? [] : sendRefusals(key.sender, actor, facts);

/** Why an expense cannot be deleted; empty when it can. */
export const deletionReasons = (
  { context: { actor, facts } }: BoxSendSnapshot,
  id_gasto: number,
): string[] =>
  facts === null ? [] : deletionRefusals(actor, facts, id_gasto).map(({ mensaje }) => mensaje);
