/**
 * A box on the screen of whoever has it in hands: the store, a reviewer or accounting.
 *
 * loading            the box and its expenses come
 * failedToLoad       they did not: try again
 * forbidden          it is not there, or not for this person
 * ready              the box is shown; the state machine of the box says whether it can be sent, and why not
 * confirming         the person is asked once more: a sent box does not come back
 * sending            the send is under way
 * refused            the server said no: the box is loaded again under its message
 * failedToSend       nobody answered: the send may have arrived, so trying again looks first
 * checking           is the box still where it was? then it is sent again; else it had been sent
 * sent               success, announced for 3 s
 * confirmingDeletion the store is asked before an expense goes
 * deleting           the deletion is under way
 * failedToDelete     nobody answered: try again
 * deleted            the notice, for 1 s, then the box is loaded again
 * finished           the person is led on (output)
 */
import { assign } from 'xstate';
import type { AnswerOf } from '#contract/contract.ts';
import type { Person } from '#machines/domain/people/profiles.ts';
import {
  type BoxFacts,
  deletionRefusals,
  destinationOf,
  hasMoved,
  type Sender,
  type SendRequest,
  sendRefusals,
  sendRequest,
} from './box-send-rules.ts';
import { named, write } from '../steps/call-actors.ts';
import type { Destination } from '../steps/destination.ts';
import { given, type Problem, type Result } from '../steps/result.ts';
import {
  asks,
  flow,
  givenIn,
  keepsAs,
  keepsGiven,
  refusedTo,
  takes,
  when,
} from '../steps/steps.ts';
import { boxSteps } from './box-steps.ts';

/** The store names its store and gets the open box; every reviewer names the box. */
export type BoxKey =
  | { sender: 'store'; id_tienda: number }
  | { sender: Exclude<Sender, 'store'>; id_caja: number };

export interface BoxSendInput {
  actor: Person;
  key: BoxKey;
}

const nothing = {
  facts: null as BoxFacts | null,
  /** The facts on the screen when a send was refused; null while none was. */
  before: null as BoxFacts | null,
  /** The expense that the store wants to delete. */
  id_gasto: null as number | null,
  /** The answer to the send; null before, and where it got lost. */
  sent: null as SendAnswer | null,
  problem: null as Problem | null,
};

type BoxSendContext = BoxSendInput & typeof nothing;

/** Only an open box gets its number by being sent. */
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
  /** Gives up a send or a deletion that got no answer, and looks at the box again. */
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
      sendRefusals(context.key.sender, context.actor, given(context.facts)).length === 0,
    deletionIsAllowed: ({ context }, { id_gasto }: Chosen) =>
      deletionRefusals(context.actor, given(context.facts), id_gasto).length === 0,
    boxHasMoved: ({ context }, result: Result<BoxFacts>) =>
      result.ok && hasMoved(given(context.facts), result.answer),
  },
  actions: {
    /** From here on every message is about the send, not about an expense. */
    beginSend: assign({ problem: null, id_gasto: null, before: null }),
    rememberShown: assign({ before: ({ context }) => context.facts }),
  },
});

const { comes, leaves } = boxSteps(
  { src: 'loadBox', input: givenIn('key') },
  'ready',
  {
    src: 'sendBox',
    input: ({ context: { key, facts } }: Args) => sendRequest(key.sender, given(facts)),
  },
  keepsAs('facts'),
);

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
          guard: takes('deletionIsAllowed'),
          target: 'confirmingDeletion',
          actions: keepsGiven('id_gasto'),
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
    deleting: asks('Borrando el gasto', 'eliminarGasto', {
      input: ({ context }: Args) => ({
        id_gasto: given(context.id_gasto),
        id_tienda: given(context.facts).box.id_tienda,
      }),
      answers: [
        { guard: when('succeeded'), target: 'deleted', actions: 'forgetProblem' },
        { guard: when('isGone'), target: 'deleted', actions: 'forgetProblem' },
        { guard: when('sessionEnded'), ...refusedTo('failedToDelete') },
      ],
      failed: 'loading',
      lost: 'failedToDelete',
      tags: ['pending', 'shown'],
    }),
    failedToDelete: {
      description: 'Borrado sin respuesta',
      tags: ['failed', 'shown'],
      on: { RETRY: 'deleting', BACK: { target: 'loading', actions: 'forgetProblem' } },
    },
    /** 'Registro eliminado' */
    deleted: {
      description: 'Gasto borrado',
      tags: ['done', 'shown'],
      after: { deletionDelay: 'loading' },
    },
  },
});
