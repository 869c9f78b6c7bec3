/**
 * The store looks at a reviewed box and ships its papers.
 *
 * loading      the box, its expenses and the shipping companies come
 * failedToLoad they did not: try again
 * forbidden    it is not there, or not for this person
 * opened       passing: is it to be shipped?
 * ready        company and guide are filled in; sending waits for the legalisation PDF to be opened
 * readOnly     the box is not to be shipped yet, or was: company and guide are shown
 * sending      the shipping is under way
 * failedToSend nobody answered: it may have arrived, so trying again looks first
 * checking     is the box still where it was? then it is sent again; else it had been sent
 * sent         success, announced for 3 s
 * finished     the person is led to the history (output)
 */
import { assign, type SnapshotFrom } from 'xstate';
import type { AnswerOf, RequestOf } from '#contract/contract.ts';
import type { Person } from '#machines/domain/people/profiles.ts';
import { named, write } from '../steps/call-actors.ts';
import type { Destination } from '../steps/destination.ts';
import type { CompanyRow } from '../expenses/reference-rows.ts';
import { given, type Problem, type Result } from '../steps/result.ts';
import { checks, flow, givenIn, inputOf, nothingIsWrong, takes } from '../steps/steps.ts';
import { boxSteps } from '../boxes/box-steps.ts';
import {
  asksForGuide,
  companyUsedLast,
  isReadyToShip,
  type ShipFacts,
  shipRefusals,
  shipRequest,
} from './ship-rules.ts';
import { refusals, successes } from '#contract/errors.ts';
import { failedToSend } from '../boxes/box.selectors.ts';
import { sentSentence } from '../boxes/send-summary.ts';

export interface ShipInput {
  actor: Person;
  id_caja: number;
}

const nothing = {
  facts: null as ShipFacts | null,
  /** The facts on the screen when a send was refused; null while none was. */
  before: null as ShipFacts | null,
  company: null as CompanyRow | null,
  request: null as RequestOf<'/enviarSoporteCaja'> | null,
  sent: null as AnswerOf<'/enviarSoporteCaja'> | null,
  problem: null as Problem | null,
};

export type ShipContext = ShipInput & typeof nothing;

interface Guide {
  /** As typed; empty for a motorcycle courier. */
  codigo: string;
}

interface Args {
  context: ShipContext;
  event: Guide;
}

export type ShipEvent =
  | { type: 'RETRY' }
  | { type: 'CHOOSE_COMPANY'; id_empresa: number | null }
  /** The legalisation document was opened. */
  | { type: 'PDF_OPENED' }
  | ({ type: 'SEND' } & Guide)
  /** Gives up a send that got no answer, and looks at the box again. */
  | { type: 'BACK' };

const ship = flow<{
  context: ShipContext;
  events: ShipEvent;
  input: ShipInput;
  output: Destination;
  tags: 'readOnly';
}>()({
  loadShipping: named<ShipFacts, { id_caja: number }>('loadShipping'),
  enviarSoporteCaja: write('/enviarSoporteCaja'),
}).extend({
  guards: {
    isToBeShipped: ({ context }) => isReadyToShip(given(context.facts)),
    shippingIsGiven: nothingIsWrong,
    boxHasMoved: ({ context }, result: Result<ShipFacts>) =>
      result.ok && result.answer.box.active !== given(context.facts).box.active,
  },
  actions: {
    /** The company used last, unless one was chosen before a reload. */
    proposeCompany: assign({
      company: ({ context }) => context.company ?? companyUsedLast(given(context.facts)),
    }),
    keepCompany: assign(({ context }, { id_empresa }: { id_empresa: number | null }) => ({
      company: context.facts?.companies.find(({ id }) => id === id_empresa) ?? null,
      problem: null,
    })),
    rememberShown: assign({ before: ({ context }) => context.facts }),
  },
});

const { comes, leaves } = boxSteps(
  { src: 'loadShipping', input: inputOf('id_caja') },
  'opened',
  { src: 'enviarSoporteCaja', input: givenIn('request') },
  'forgetProblem',
);

export const shipMachine = ship.createMachine({
  id: 'ship',
  description: 'La tienda mira una caja revisada y envía sus papeles.',
  context: ({ input }) => ({ ...input, ...nothing }),
  initial: 'loading',
  output: { route: 'historialCaja' as const },
  states: {
    ...comes,
    opened: {
      description: 'Caja abierta',
      entry: 'proposeCompany',
      always: [{ guard: 'isToBeShipped', target: 'ready.asBefore' }, { target: 'readOnly' }],
    },
    ready: {
      description: 'Empresa y guía',
      tags: 'shown',
      initial: 'pdfUnread',
      on: { CHOOSE_COMPANY: { actions: takes('keepCompany') } },
      states: {
        pdfUnread: { description: 'PDF sin abrir', on: { PDF_OPENED: 'pdfOpened' } },
        pdfOpened: {
          description: 'PDF abierto',
          on: {
            SEND: checks('shippingIsGiven', '#ship.sending', {
              refusals: ({ context: { actor, facts, company }, event }: Args) =>
                shipRefusals(actor, given(facts), company, event.codigo),
              keep: ({ context: { facts, company }, event }: Args) => ({
                request: shipRequest(given(facts), company, event.codigo),
              }),
            }),
          },
        },
        /** The PDF need not be opened again after a send that failed. */
        asBefore: { description: 'Como estaba', type: 'history' },
      },
    },
    readOnly: { description: 'Solo lectura', tags: ['readOnly', 'shown'] },
    ...leaves,
  },
});

type ShipSnapshot = SnapshotFrom<typeof shipMachine>;

/** The form can be changed. */
export const isReady = (snapshot: ShipSnapshot) => snapshot.matches('ready');
/** The company that is chosen, or proposed; null while there is none. */
export const companyOf = ({ context }: ShipSnapshot) => context.company;
/** The first step is done: the document was opened, also before a send that failed. */
export const pdfIsOpened = (snapshot: ShipSnapshot) => !snapshot.matches({ ready: 'pdfUnread' });
/** False for a motorcycle courier. */
export const showsGuide = (snapshot: ShipSnapshot) => asksForGuide(snapshot.context.company);
/** Title over a send that the server refused; undefined for a refusal of the form or a lost connection. */
export const problemTitleOf = (snapshot: ShipSnapshot): string | undefined =>
  snapshot.context.problem?.status == null || failedToSend(snapshot) ? undefined : refusals[422];
/** The sentence of success; null while there is none. */
export const noticeOf = (snapshot: ShipSnapshot): string | null =>
  snapshot.hasTag('done') ? successes.sent : null;
/** The person who has the box whose papers were sent; undefined while they were not. */
export const whereSentOf = (snapshot: ShipSnapshot): string | undefined => {
  const { facts } = snapshot.context;
  return facts === null || noticeOf(snapshot) === null ? undefined : sentSentence(facts);
};
const pdfFirst = ['Descargue el PDF de legalización antes de enviar.'];
const noReasons: string[] = [];
/** Why Send is disabled; empty when it is not. */
export const sendReasons = (snapshot: ShipSnapshot): string[] =>
  snapshot.matches({ ready: 'pdfUnread' }) ? pdfFirst : noReasons;
