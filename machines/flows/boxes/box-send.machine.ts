import { assign } from 'xstate';
import type { AnswerOf, RequestOf } from '#contract/contract.ts';
import { refusalsOf } from '../../domain/case/box-case.ts';
import {
  type Reviewer,
  type SendType,
  type StageName,
  type Stages,
  stageFor,
  stages,
} from '../../domain/stages/stages.ts';
import { type BoxStateName, boxStateOf } from '../../domain/stages/states.ts';
import type { FailedGuard } from '#contract/errors.ts';
import type { Person } from '../../domain/people/profiles.ts';
import { forbiddenExcess } from '../expenses/fund-excess.ts';
import type { Destination } from '../steps/destination.ts';
import { type Problem, type Result, assertPresent, named, write } from '../steps/result.ts';
import {
  invokeState,
  flow,
  forbidden,
  requiredFrom,
  assignOutputTo,
  assignFromEvent,
  assignRefusal,
  loadState,
  refusedTo,
  withEvent,
  unansweredState,
  unansweredTo,
  loadFailedState,
  guardOnOutput,
} from '../steps/steps.ts';
import { type ShownBox, caseOfBox } from './box.selectors.ts';

/** States that `boxSend` and `ship` share: loading a box, and sending it or its papers. */

/** @param shown target after loading */
export const boxSteps = <Load extends string, Key, Send extends string, Request>(
  load: { src: Load; input: Key },
  shown: string,
  send: { src: Send; input: Request },
) =>
  ({
    comes: {
      loading: loadState('Cargando la caja', load.src, {
        input: load.input,
        assignTo: 'facts',
        shown,
        hidden: 'forbidden',
      }),
      failedToLoad: loadFailedState,
      forbidden,
    },
    leaves: {
      sending: {
        description: 'Enviando la caja',
        tags: ['pending', 'shown'],
        invoke: {
          id: send.src,
          ...send,
          onDone: [
            {
              guard: guardOnOutput('succeeded'),
              target: 'sent',
              actions: assignOutputTo('sent'),
            },
            { guard: guardOnOutput('sessionEnded'), ...refusedTo('failedToSend') },
            { target: 'loading', actions: [assignRefusal('setRefusal'), 'rememberShown'] },
          ],
          onError: unansweredTo('failedToSend'),
        },
      },
      failedToSend: unansweredState('Envío sin respuesta', 'checking', 'loading', { tag: 'shown' }),
      checking: invokeState('Verificando la caja', load.src, {
        id: 'checkBox',
        input: load.input,
        answers: [
          { guard: guardOnOutput('boxHasMoved'), target: 'sent' },
          {
            guard: guardOnOutput('succeeded'),
            target: 'sending',
            actions: assignOutputTo('facts'),
          },
        ],
        failed: 'failedToSend',
        tags: ['pending', 'shown'],
      }),
      /** 'Caja enviada' */
      sent: {
        description: 'Caja enviada',
        tags: ['done', 'shown'],
        after: { redirectDelay: 'finished' },
      },
      finished: { description: 'Fin', type: 'final', tags: ['done', 'shown'] },
    },
  }) as const;

/** Rules of a send: the sender and the state of the box determine the event of the state machine and the call. */

/** Accounting sends a box twice, after the preliminary and the final pass; the state of the box tells which. */
export type Sender = 'store' | Reviewer;

/** A box as shown on the screen that sends it. */
export interface BoxFacts extends ShownBox {
  /** Only for the store. */
  fund: AnswerOf<'/obtenerDatosTiendaCaja'> | null;
  /** Known only for the store's open box: 'Has excedido el monto máximo'. */
  exceedsMaximum: boolean;
}

/** The send event for the state of the box; in any other state an event whose refusal gives the reason. */
const sendEventType = (sender: Sender, state: BoxStateName): 'BOX.SEND' | SendType =>
  sender === 'store' ? 'BOX.SEND' : stages[stageFor(sender, state)].send;

/** The box is with the sender, so the Send button is shown. */
export function isInHandsOf(sender: Sender, { box }: BoxFacts): boolean {
  const state = boxStateOf(box.active);
  if (sender === 'store') return state === 'open';
  return stages[stageFor(sender, state)].boxState === state;
}

/** Why the box cannot be sent; empty when it can. */
export function sendRefusals(sender: Sender, actor: Person, facts: BoxFacts): FailedGuard[] {
  const type = sendEventType(sender, boxStateOf(facts.box.active));
  const current = caseOfBox(facts.box, facts.rows, forbiddenExcess(facts.fund));
  return refusalsOf(current, { type: 'box', idGasto: null, event: { type, actor } });
}

/** The call of a send and its body. */
export type SendRequest =
  | { path: '/enviarCaja'; body: RequestOf<'/enviarCaja'> }
  | { path: ReviewerSend; body: RequestOf<'/enviarCajaSupervisor'> };

type ReviewerSend = Stages[StageName]['sends'];

export function sendRequest(sender: Sender, { box }: BoxFacts): SendRequest {
  const body = { id_caja: box.id, version: box.version };
  return sender === 'store'
    ? { path: '/enviarCaja', body: { ...body, id_tienda: box.id_tienda } }
    : { path: stages[stageFor(sender, boxStateOf(box.active))].sends, body };
}

/** A send without an answer has arrived: the box has another state, or the store has a new open box. */
const hasMoved = (before: BoxFacts, now: BoxFacts): boolean =>
  now.box.id !== before.box.id || now.box.active !== before.box.active;

const destinationOf = (sender: Sender): Destination => ({
  route: sender === 'store' ? 'historialCaja' : stages[stageFor(sender)].list,
});

/** Why the store cannot delete an expense of the box; empty when it can. */
export const deletionRefusals = (actor: Person, facts: BoxFacts, id_gasto: number): FailedGuard[] =>
  refusalsOf(caseOfBox(facts.box, facts.rows), {
    type: 'expense',
    idGasto: id_gasto,
    event: { type: 'EXPENSE.REMOVE', actor },
  });

/**
 * A box on the screen of its sender: the store, a reviewer or accounting.
 *
 * loading            the box and its expenses are loading
 * failedToLoad       loading failed: RETRY
 * forbidden          the box does not exist, or the user may not see it
 * ready              the box is shown; the state machine of the box decides whether it can be sent, and why not
 * confirming         the user is asked for confirmation: a send cannot be undone
 * sending            the send is under way; after a refusal the box is reloaded below its message
 * failedToSend       no answer: the send may have arrived, so RETRY checks the box first
 * checking           reloads the box: if it has moved it was sent, otherwise the send is repeated
 * sent               success, announced for 3 s
 * confirmingDeletion the store is asked to confirm the deletion of an expense
 * deleting           the deletion is under way
 * failedToDelete     no answer: RETRY, or BACK to reload the box
 * deleted            success, announced for 1 s, then the box is reloaded
 * finished           redirect (output)
 */

/** The store's open box is found by the store; a reviewer's box by its own id. */
export type BoxKey =
  | { sender: 'store'; id_tienda: number }
  | { sender: Exclude<Sender, 'store'>; id_caja: number };

export interface BoxSendInput {
  actor: Person;
  key: BoxKey;
}

const nothing = {
  facts: null as BoxFacts | null,
  /** The facts on the screen when a send was refused; null otherwise. */
  before: null as BoxFacts | null,
  /** The expense that the store wants to delete. */
  id_gasto: null as number | null,
  /** The answer to the send; null before it, and when it got lost. */
  sent: null as SendAnswer | null,
  problem: null as Problem | null,
};

type BoxSendContext = BoxSendInput & typeof nothing;

/** Only the send of an open box assigns its number. */
export type SendAnswer = AnswerOf<'/enviarCaja'> | AnswerOf<'/enviarCajaSupervisor'>;

interface Args {
  context: BoxSendContext;
}

interface Chosen {
  id_gasto: number;
}

export type BoxSendEvent =
  | { type: 'RETRY' }
  | { type: 'REFRESH' }
  | { type: 'SEND' }
  | ({ type: 'DELETE' } & Chosen)
  | { type: 'CONFIRM' }
  | { type: 'CANCEL' }
  /** Gives up a send or a deletion without an answer, and reloads the box. */
  | { type: 'BACK' };

const boxSend = flow<{
  context: BoxSendContext;
  events: BoxSendEvent;
  input: BoxSendInput;
  output: Destination;
}>()({
  loadBox: named<BoxFacts, BoxKey>('loadBox'),
  sendBox: named<SendAnswer, SendRequest>('sendBox'),
  eliminarGasto: write('/eliminarGasto'),
}).extend({
  guards: {
    sendIsAllowed: ({ context }) =>
      sendRefusals(context.key.sender, context.actor, assertPresent(context.facts)).length === 0,
    deletionIsAllowed: ({ context }, { id_gasto }: Chosen) =>
      deletionRefusals(context.actor, assertPresent(context.facts), id_gasto).length === 0,
    boxHasMoved: ({ context }, result: Result<BoxFacts>) =>
      result.ok && hasMoved(assertPresent(context.facts), result.answer),
  },
  actions: {
    /** From here on every message is about the send, not about an expense. */
    beginSend: assign({ problem: null, id_gasto: null, before: null }),
    rememberShown: assign({ before: ({ context }) => context.facts }),
  },
});

const { comes, leaves } = boxSteps({ src: 'loadBox', input: requiredFrom('key') }, 'ready', {
  src: 'sendBox',
  input: ({ context: { key, facts } }: Args) => sendRequest(key.sender, assertPresent(facts)),
});

export const boxSendMachine = boxSend.createMachine({
  id: 'boxSend',
  description: 'Una caja en la pantalla de quien la tiene en sus manos, hasta que la envía.',
  context: ({ input }) => ({ ...input, ...nothing }),
  initial: 'loading',
  output: ({ context }) => destinationOf(context.key.sender),
  states: {
    ...comes,
    ready: {
      description: 'Caja a la vista',
      tags: 'shown',
      on: {
        SEND: { guard: 'sendIsAllowed', target: 'confirming', actions: 'beginSend' },
        DELETE: {
          guard: withEvent('deletionIsAllowed'),
          target: 'confirmingDeletion',
          actions: assignFromEvent('id_gasto'),
        },
        REFRESH: { target: 'loading', actions: 'forgetProblem' },
      },
    },
    confirming: {
      description: 'Confirmando el envío',
      tags: 'shown',
      on: { CONFIRM: 'sending', CANCEL: 'ready' },
    },
    ...leaves,
    confirmingDeletion: {
      description: 'Confirmando el borrado',
      tags: 'shown',
      on: { CONFIRM: 'deleting', CANCEL: 'ready' },
    },
    deleting: invokeState('Borrando el gasto', 'eliminarGasto', {
      input: ({ context }: Args) => ({
        id_gasto: assertPresent(context.id_gasto),
        id_tienda: assertPresent(context.facts).box.id_tienda,
      }),
      answers: [
        { guard: guardOnOutput('succeeded'), target: 'deleted' },
        { guard: guardOnOutput('isGone'), target: 'deleted' },
        { guard: guardOnOutput('sessionEnded'), ...refusedTo('failedToDelete') },
      ],
      failed: 'loading',
      lost: 'failedToDelete',
      tags: ['pending', 'shown'],
    }),
    failedToDelete: unansweredState('Borrado sin respuesta', 'deleting', 'loading', {
      tag: 'shown',
    }),
    /** 'Registro eliminado' */
    deleted: {
      description: 'Gasto borrado',
      tags: ['done', 'shown'],
      after: { deletionDelay: 'loading' },
    },
  },
});
