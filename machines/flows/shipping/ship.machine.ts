import { type SnapshotFrom, assign } from 'xstate';
import type { AnswerOf, RequestOf } from '#contract/contract.ts';
import { refusals, successes, type FailedGuard } from '#contract/errors.ts';
import { boxContextOf, refusalsOf } from '../../domain/case/box-case.ts';
import { boxGuards, isMotorizado } from '../../domain/box/box.machine.ts';
import { boxStates } from '../../domain/stages/states.ts';
import { guideOfCode } from '../../domain/invoice/scanned-codes.ts';
import type { Person } from '../../domain/people/profiles.ts';
import { boxSteps } from '../boxes/box-send.machine.ts';
import { sentSentence } from '../boxes/box-send.selectors.ts';
import { type ShownBox, failedToSend, caseOfBox } from '../boxes/box.selectors.ts';
import type { CompanyRow } from '../expenses/expense-facts.ts';
import {
  type ScanContext,
  type ScanEvent,
  type ScanTag,
  explains,
  nothingScanned,
  scanActors,
  scanSteps,
} from '../scanning/scan-steps.ts';
import type { Destination } from '../steps/destination.ts';
import { type Problem, type Result, assertPresent, named, write } from '../steps/result.ts';
import { validated, flow, requiredFrom, inputOf, isValid, withEvent } from '../steps/steps.ts';

/** Rules for the shipping data that a store enters, and the body of the call. */

export interface ShipFacts extends ShownBox {
  /** Companies of the store's city and national ones, by name; empty when the box is not to be shipped. */
  companies: readonly CompanyRow[];
}

export const isReadyToShip = (facts: ShipFacts): boolean =>
  facts.box.active === boxStates.readyToShip.codigo;

/** The company that the store used last, when it is still offered. */
export const companyUsedLast = ({ box, companies }: ShipFacts): CompanyRow | null =>
  companies.find(({ id }) => id === box.empresa_anterior) ?? null;

/** A motorcycle courier has no guide number: the field is hidden. */
const asksForGuide = (company: CompanyRow | null): boolean =>
  company === null || !isMotorizado(company.nombre);

/** Why the state machine of the box refuses the shipping of its papers; empty when it does not. */
const shipRefusals = (
  actor: Person,
  facts: ShipFacts,
  company: CompanyRow | null,
  codigo: string,
): FailedGuard[] =>
  refusalsOf(caseOfBox(facts.box, facts.rows), {
    type: 'box',
    idGasto: null,
    event: { type: 'BOX.SHIP', actor, empresa: company?.nombre ?? null, codigo },
  });

export const shipRequest = (
  { box }: ShipFacts,
  company: CompanyRow | null,
  codigo: string,
): RequestOf<'/enviarSoporteCaja'> => ({
  id_caja: box.id,
  id_empresa: company?.id ?? null,
  codigo: asksForGuide(company) ? codigo.trim() : '',
});

/**
 * The store looks at a reviewed box and ships its papers.
 *
 * loading      the box, its expenses and the shipping companies are loading
 * failedToLoad loading failed: RETRY
 * forbidden    the box does not exist, or the user may not see it
 * opened       transient: is the box ready to ship?
 * ready        company and guide are entered
 * readOnly     the box is not ready to ship, or was shipped: company and guide are shown
 * sending      the shipping is under way; after a refusal the box is reloaded below its message
 * failedToSend no answer: the shipping may have arrived, so RETRY checks the box first
 * checking     reloads the box: if it has moved it was shipped, otherwise the shipping is repeated
 * sent         success, announced for 3 s
 * finished     redirect to the history (output)
 */

export interface ShipInput {
  actor: Person;
  id_caja: number;
}

const nothing = {
  facts: null as ShipFacts | null,
  /** The facts on the screen when a send was refused; null otherwise. */
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
  /** The legalisation document was opened; the server records it when it serves the document. */
  | { type: 'PDF_OPENED' }
  | ({ type: 'SEND' } & Guide)
  /** Gives up a send without an answer, and reloads the box. */
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
    isToBeShipped: ({ context }) => isReadyToShip(assertPresent(context.facts)),
    shippingIsGiven: isValid,
    boxHasMoved: ({ context }, result: Result<ShipFacts>) =>
      result.ok && result.answer.box.active !== assertPresent(context.facts).box.active,
  },
  actions: {
    /** The company used last, unless one was chosen before a reload. */
    proposeCompany: assign({
      company: ({ context }) => context.company ?? companyUsedLast(assertPresent(context.facts)),
    }),
    setCompany: assign(({ context }, { id_empresa }: { id_empresa: number | null }) => ({
      company: context.facts?.companies.find(({ id }) => id === id_empresa) ?? null,
      problem: null,
    })),
    markPdfOpened: assign(({ context }) => {
      const facts = assertPresent(context.facts);
      return { facts: { ...facts, box: { ...facts.box, pdf_abierto: 1 } } };
    }),
    rememberShown: assign({ before: ({ context }) => context.facts }),
  },
});

const { comes, leaves } = boxSteps({ src: 'loadShipping', input: inputOf('id_caja') }, 'opened', {
  src: 'enviarSoporteCaja',
  input: requiredFrom('request'),
});

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
      always: [{ guard: 'isToBeShipped', target: 'ready' }, { target: 'readOnly' }],
    },
    ready: {
      description: 'Empresa y guía',
      tags: 'shown',
      on: {
        CHOOSE_COMPANY: { actions: withEvent('setCompany') },
        PDF_OPENED: { actions: 'markPdfOpened' },
        SEND: validated('shippingIsGiven', 'sending', {
          refusals: ({ context: { actor, facts, company }, event }: Args) =>
            shipRefusals(actor, assertPresent(facts), company, event.codigo),
          assigns: ({ context: { facts, company }, event }: Args) => ({
            request: shipRequest(assertPresent(facts), company, event.codigo),
          }),
        }),
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
/** The form no longer waits for the legalisation document to be opened. */
export const pdfIsOpened = ({ context: { facts } }: ShipSnapshot) =>
  facts !== null &&
  boxGuards.legalisationIsOpened.holds({ context: boxContextOf(caseOfBox(facts.box, facts.rows)) });
/** False for a motorcycle courier. */
export const showsGuide = (snapshot: ShipSnapshot) => asksForGuide(snapshot.context.company);
/** Title above a send that the server refused; undefined for a refusal of the form or a lost connection. */
export const problemTitleOf = (snapshot: ShipSnapshot): string | undefined =>
  snapshot.context.problem?.status == null || failedToSend(snapshot) ? undefined : refusals[422];
/** The success message; null while there is none. */
export const noticeOf = (snapshot: ShipSnapshot): string | null =>
  snapshot.hasTag('done') ? successes.sent : null;
/** Sentence that says who has the box after the shipping; undefined before it. */
export const whereSentOf = (snapshot: ShipSnapshot): string | undefined => {
  const { facts } = snapshot.context;
  return facts === null || noticeOf(snapshot) === null ? undefined : sentSentence(facts);
};
const pdfFirst = [boxGuards.legalisationIsOpened.mensaje];
const noReasons: string[] = [];
/** Why Send is disabled; empty when it is not. */
export const sendReasons = (snapshot: ShipSnapshot): string[] =>
  pdfIsOpened(snapshot) ? noReasons : pdfFirst;

/**
 * Reads the number of a transport guide from its bar code, by the steps of `scan-steps.ts`.
 *
 * read  transient: can the text be a guide number? If so, the field takes it
 */

const scan = flow<{ context: ScanContext; events: ScanEvent; tags: ScanTag }>()(scanActors).extend({
  guards: { isGuide: ({ context }) => guideOfCode(context.text) !== null },
  actions: {
    /** Provided by the view. */
    fillIn: (_, _guide: string) => undefined,
  },
});

export const guideScanMachine = scan.createMachine({
  id: 'guideScan',
  description: 'Lee el número de una guía de transporte de su código de barras.',
  context: nothingScanned,
  initial: 'closed',
  states: {
    ...scanSteps({}),
    read: {
      description: 'Código leído',
      always: [
        {
          guard: 'isGuide',
          target: 'closed',
          actions: {
            type: 'fillIn',
            params: ({ context }) => assertPresent(guideOfCode(context.text)),
          },
        },
        {
          target: 'unseen',
          actions: explains(
            'Este código no es el número de la guía. Busque el código de barras que está junto al número.',
          ),
        },
      ],
    },
  },
});
