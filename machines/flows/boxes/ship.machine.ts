/**
 * The store looks at a reviewed box and ships its papers.
 *
 * loading      the box, its expenses and the shipping companies come
 * failedToLoad they did not: try again
 * opened       passing: is it to be shipped?
 * ready        company and guide are filled in; sending waits for the legalisation PDF to be opened
 * readOnly     the box is not to be shipped yet, or was: company and guide are shown
 * sending      the shipping is under way
 * failedToSend nobody answered: it may have arrived, so trying again looks first
 * checking     is the box still where it was? then it is sent again; else it had been sent
 * sent         success, announced for 3 s
 * finished     the person is led to the history (output)
 */
import { assign, setup } from 'xstate';
import type { RequestOf } from '#contract/contract.ts';
import type { Actor } from '#machines/domain/permissions.ts';
import { call, named } from '../calls.ts';
import { flowDelays } from '../delays.ts';
import type { Destination } from '../destination.ts';
import type { CompanyRow } from '../expenses/reference-rows.ts';
import { given, type Problem, problemOfRules, type Result, resultGuards } from '../result.ts';
import { asks, keeps, problems, refusedTo, retries, unansweredTo, when } from '../steps.ts';
import { isReadyToShip, type ShipFacts, shipRefusals, shipRequest } from './ship-rules.ts';

export interface ShipInput {
  actor: Actor;
  id_caja: number;
}

export interface ShipContext extends ShipInput {
  facts: ShipFacts | null;
  /** What was shown when a send was refused; null while none was. */
  before: ShipFacts | null;
  company: CompanyRow | null;
  request: RequestOf<'/enviarSoporteCaja'> | null;
  problem: Problem | null;
}

export type ShipEvent =
  | { type: 'RETRY' }
  | { type: 'CHOOSE_COMPANY'; id_empresa: number | null }
  /** The legalisation document was opened. */
  | { type: 'PDF_OPENED' }
  /** `codigo` is the guide as typed; empty for a motorcycle courier. */
  | { type: 'SEND'; codigo: string }
  /** Gives up a send that got no answer, and looks at the box again. */
  | { type: 'BACK' };

export const shipMachine = setup({
  types: {
    context: {} as ShipContext,
    events: {} as ShipEvent,
    input: {} as ShipInput,
    output: {} as Destination,
    tags: {} as 'loading' | 'pending' | 'failed' | 'done' | 'readOnly' | 'shown',
  },
  actors: {
    loadShipping: named<ShipFacts, { id_caja: number }>('loadShipping'),
    enviarSoporteCaja: call('/enviarSoporteCaja'),
  },
  delays: flowDelays,
  guards: {
    ...resultGuards,
    isToBeShipped: ({ context }) => isReadyToShip(given(context.facts)),
    shippingIsGiven: ({ context, event }) =>
      event.type === 'SEND' &&
      shipRefusals(context.actor, given(context.facts), context.company, event.codigo).length === 0,
    boxHasMoved: ({ context }, result: Result<ShipFacts>) =>
      result.ok && result.answer.box.active !== given(context.facts).box.active,
  },
  actions: {
    keepFacts: assign((_, result: Result<ShipFacts>) =>
      result.ok ? { facts: result.answer } : {},
    ),
    keepCompany: assign(({ context, event }) =>
      event.type === 'CHOOSE_COMPANY'
        ? {
            company:
              context.facts?.companies.find((company) => company.id === event.id_empresa) ?? null,
            problem: null,
          }
        : {},
    ),
    keepShipping: assign(({ context, event }) =>
      event.type === 'SEND'
        ? {
            request: shipRequest(given(context.facts), context.company, event.codigo),
            problem: null,
          }
        : {},
    ),
    explainShipping: assign(({ context, event }) =>
      event.type === 'SEND'
        ? {
            problem: problemOfRules(
              shipRefusals(context.actor, given(context.facts), context.company, event.codigo),
            ),
          }
        : {},
    ),
    keepRefusal: assign(problems.keepRefusal),
    keepFailure: assign(problems.keepFailure),
    forgetProblem: assign({ problem: null }),
    rememberShown: assign({ before: ({ context }) => context.facts }),
  },
}).createMachine({
  id: 'ship',
  description: 'La tienda mira una caja revisada y envía sus papeles.',
  context: ({ input }) => ({
    ...input,
    facts: null,
    before: null,
    company: null,
    request: null,
    problem: null,
  }),
  initial: 'loading',
  output: { route: 'historialCaja' as const },
  states: {
    loading: {
      description: 'Cargando la caja',
      tags: 'loading',
      invoke: {
        id: 'loadShipping',
        src: 'loadShipping',
        input: ({ context }) => ({ id_caja: context.id_caja }),
        ...asks({ shown: 'opened', keep: 'keepFacts', failed: 'failedToLoad' }),
      },
    },
    failedToLoad: { description: 'No se pudo cargar', tags: 'failed', on: retries('loading') },
    opened: {
      description: 'Caja abierta',
      always: [{ guard: 'isToBeShipped', target: 'ready.asBefore' }, { target: 'readOnly' }],
    },
    ready: {
      description: 'Empresa y guía',
      tags: 'shown',
      initial: 'pdfUnread',
      on: { CHOOSE_COMPANY: { actions: 'keepCompany' } },
      states: {
        pdfUnread: { description: 'PDF sin abrir', on: { PDF_OPENED: 'pdfOpened' } },
        pdfOpened: {
          description: 'PDF abierto',
          on: {
            SEND: [
              { guard: 'shippingIsGiven', target: '#ship.sending', actions: 'keepShipping' },
              { actions: 'explainShipping' },
            ],
          },
        },
        /** The PDF need not be opened again after a send that failed. */
        asBefore: { description: 'Como estaba', type: 'history' },
      },
    },
    readOnly: { description: 'Solo lectura', tags: ['readOnly', 'shown'] },
    sending: {
      description: 'Enviando la caja',
      tags: ['pending', 'shown'],
      invoke: {
        id: 'enviarSoporteCaja',
        src: 'enviarSoporteCaja',
        input: ({ context }) => given(context.request),
        onDone: [
          { guard: when('succeeded'), target: 'sent' },
          { guard: when('sessionEnded'), ...refusedTo('failedToSend') },
          { target: 'loading', actions: [keeps('keepRefusal'), 'rememberShown'] },
        ],
        onError: unansweredTo('failedToSend'),
      },
    },
    failedToSend: {
      description: 'Envío sin respuesta',
      tags: ['failed', 'shown'],
      on: { RETRY: 'checking', BACK: { target: 'loading', actions: 'forgetProblem' } },
    },
    checking: {
      description: 'Verificando la caja',
      tags: ['pending', 'shown'],
      invoke: {
        id: 'checkBox',
        src: 'loadShipping',
        input: ({ context }) => ({ id_caja: context.id_caja }),
        onDone: [
          { guard: when('boxHasMoved'), target: 'sent', actions: 'forgetProblem' },
          { guard: when('succeeded'), target: 'sending', actions: 'forgetProblem' },
          refusedTo('failedToSend'),
        ],
        onError: unansweredTo('failedToSend'),
      },
    },
    /** 'Caja enviada' */
    sent: {
      description: 'Caja enviada',
      tags: ['done', 'shown'],
      after: { redirectDelay: 'finished' },
    },
    finished: { description: 'Fin', type: 'final', tags: ['done', 'shown'] },
  },
});
