/**
 * A reviewer decides one expense, or accounting splits it without deciding: one definition, a machine for each.
 *
 * loading         the expense and the rejection reasons come
 * failedToLoad    they did not: try again
 * forbidden       there is no such expense, or not for this person
 * opened          passing: may it be decided, and was it already?
 * reviewing       the form; undecided, approving or rejecting; without a decision, splitting
 * readOnly        the expense, its box or the person does not allow this review
 * choosingInvoice one of the electronic invoices found is being chosen (supervisor only)
 * saving          the decision is under way
 * failedToSave    no answer: try again, or go back to the form
 * checking        has the save that got no answer arrived? then it is kept; else it is sent again
 * outdated        what is shown is no longer what is kept: it must be loaded again
 * reloading       the expense comes again; the fields keep what was typed
 * reopened        passing: may it still be decided?
 * saved           kept, announced for 3 s; what may still change is changed from here
 * stayed          kept too; the person goes on from here, and nobody leads him or her away
 * finished        the person is led back to the box (output)
 */
import { assign } from 'xstate';
import { byStage } from '#contract/wire-stages.ts';
import type { Choice } from '#machines/domain/decision-event.ts';
import { stages } from '#machines/domain/stages.ts';
import { call, named } from '../call-actors.ts';
import {
  choiceOfCode,
  type Decided,
  type DecisionContext,
  type DecisionInput,
  deedRefusals,
  type Facts,
  intentionRefusals,
  type SaveName,
  staysOpen,
} from './decision-rules.ts';
import type { Destination } from '../destination.ts';
import { given, problemOfRules, type Result } from '../result.ts';
import { decisionOf, itemisation, type Review, type Values } from './reviews.ts';
import {
  flow,
  forbidden,
  looks,
  loads,
  refusedTo,
  retries,
  takes,
  unansweredTo,
  when,
} from '../steps.ts';

export type DecisionEvent =
  | { type: 'RETRY' }
  | { type: 'CHOOSE_APPROVED' }
  | { type: 'CHOOSE_REJECTED' }
  | { type: 'SAVE'; values: Values }
  /** Back to the form after a save that got no answer. */
  | { type: 'BACK' }
  /** Shows the expense as it is now; the fields keep what was typed. */
  | { type: 'RELOAD' }
  /** Gives up what was typed and chosen: the form is as it was when it was opened. */
  | { type: 'DISCARD' }
  /** Changes what has just been saved, where that may still be. */
  | { type: 'CHANGE' }
  /** Goes on where the decision was made: sends the box. */
  | { type: 'STAY' }
  /** Chooses one of the electronic invoices found; only the supervisor does. */
  | { type: 'CHOOSE_INVOICE'; url: string };

type Chosen = Pick<Decided<Values>, 'choice' | 'values'>;

const actors = {
  loadExpense: named<Facts, { id_gasto: number }>('loadExpense'),
  elegirFacturaElectronica: call('/elegirFacturaElectronica'),
  ...byStage(
    ({ saves }) => saves,
    (stage) => call<`/${SaveName}`>(`/${stages[stage].saves}`),
  ),
};

const idOf = ({ context }: { context: DecisionContext }) => ({ id_gasto: context.id_gasto });

/** The decision is saved when the law allows it, else the form says why not. */
function saves(id: string, choice: Choice | null, guard = 'decisionIsAllowed') {
  const params = ({ event }: { event: { values: Values } }) => ({ choice, values: event.values });
  return {
    SAVE: [
      {
        guard: { type: guard as 'decisionIsAllowed', params },
        target: `#${id}.saving`,
        actions: { type: 'keepDecision', params },
      },
      { actions: { type: 'explainDecision', params } },
    ],
  } as const;
}

function createReviewMachine({ id, description, stage, form, ...review }: Review) {
  const choosesInvoice = stage === 'supervisor';
  const decidedIn = (context: DecisionContext, chosen: Chosen) => ({
    ...context,
    ...chosen,
    facts: given(context.facts),
  });
  const isAllowed = ({ context }: { context: DecisionContext }, chosen: Chosen) =>
    form.refusals(decidedIn(context, chosen)).length === 0;
  /** The form begins with the choice of a draft, or with an earlier decision that may be taken back. */
  const began =
    (choice: Choice) =>
    ({ context }: { context: DecisionContext }) =>
      stage !== null &&
      (context.chosen ?? choiceOfCode(stage, given(context.facts).expense.estado)) === choice;
  const changes = stage !== null && staysOpen(stage) ? { CHANGE: 'reloading' } : {};
  const parts = flow({
    types: {
      context: {} as DecisionContext,
      events: {} as DecisionEvent,
      input: {} as DecisionInput,
      output: {} as Destination,
      tags: {} as
        | 'loading'
        | 'pending'
        | 'failed'
        | 'loadFailed'
        | 'forbidden'
        | 'saveFailed'
        | 'outdated'
        | 'done'
        | 'leaving'
        | 'readOnly'
        | 'undecided'
        | 'approving'
        | 'rejecting',
    },
    // A machine names the actors that its own states invoke; their types are those of all.
    actors: {
      loadExpense: actors.loadExpense,
      [review.saves]: actors[review.saves],
      ...(choosesInvoice && { elegirFacturaElectronica: actors.elegirFacturaElectronica }),
    } as typeof actors,
  }).extend({
    guards: {
      mayNotDecide: ({ context }) =>
        intentionRefusals(review.asks, context.actor, given(context.facts).expense).length > 0,
      wasApproved: began('approved'),
      wasRejected: began('rejected'),
      decisionIsAllowed: isAllowed,
      splitIsAllowed: isAllowed,
      /**
       * The save whose answer got lost has arrived: the next version of the expense is this person's, and says
       * what was sent.
       */
      saveHadArrived: ({ context: { actor, request } }, result: Result<Facts>) =>
        result.ok &&
        request?.version !== undefined &&
        result.answer.expense.version === request.version + 1 &&
        result.answer.expense.id_usuario_cambio === actor.id &&
        result.answer.expense.estado === request.estado &&
        (stage === null ||
          result.answer.expense[`obs_${stages[stage].sufijo}`] === request.observacion),
      invoiceIsOffered: ({ context: { actor, facts } }, { url }: { url: string }) =>
        deedRefusals(given(facts).expense, { type: 'EXPENSE.CHOOSE_INVOICE', actor, url })
          .length === 0,
    },
    actions: {
      keepDecision: assign(({ context }, chosen: Chosen) => ({
        request: form.request(decidedIn(context, chosen)),
        problem: null,
      })),
      explainDecision: assign(({ context }, chosen: Chosen) => ({
        problem: problemOfRules(form.refusals(decidedIn(context, chosen))),
      })),
      explainNothingChosen: assign({
        problem: problemOfRules([{ guardia: 'estado', mensaje: review.nothingChosen }]),
      }),
      keepInvoice: assign((_, { url }: { url: string }) => ({ url, problem: null })),
      /** The draft is given up: the form begins as the expense stands. */
      forgetChosen: assign({ chosen: null, problem: null }),
      /** The page says who else has to know of it. */
      announceSaved: () => undefined,
      /** Keeps what is shown now as what the person saw before the change. */
      rememberShown: assign({ before: ({ context }) => context.facts }),
    },
  });

  return parts.createMachine({
    id,
    description,
    context: ({ input }) => ({
      ...input,
      facts: null,
      before: null,
      request: null,
      url: null,
      problem: null,
    }),
    initial: 'loading',
    output: ({ context }) => ({ route: review.back, params: { idCaja: context.id_caja } }),
    states: {
      loading: {
        description: 'Cargando el gasto',
        tags: 'loading',
        invoke: {
          ...loads('loadExpense', { keep: 'facts', shown: 'opened', hidden: 'forbidden' }),
          input: idOf,
        },
      },
      failedToLoad: {
        description: 'No se pudo cargar',
        tags: ['failed', 'loadFailed'],
        on: retries('loading'),
      },
      forbidden,
      opened: {
        description: 'Gasto abierto',
        always: [
          { guard: 'mayNotDecide', target: 'readOnly' },
          ...(stage === null
            ? []
            : ([
                { guard: 'wasApproved', target: 'reviewing.approving' },
                { guard: 'wasRejected', target: 'reviewing.rejecting' },
              ] as const)),
          { target: 'reviewing' },
        ],
      },
      reviewing: {
        description: 'En revisión',
        initial: stage === null ? 'splitting' : 'undecided',
        on: {
          DISCARD: { target: 'opened', actions: 'forgetChosen' },
          ...(stage !== null && {
            CHOOSE_APPROVED: { target: '.approving', actions: 'forgetProblem' },
            CHOOSE_REJECTED: { target: '.rejecting', actions: 'forgetProblem' },
          }),
          ...(choosesInvoice && {
            CHOOSE_INVOICE: {
              guard: takes('invoiceIsOffered'),
              target: 'choosingInvoice',
              actions: takes('keepInvoice'),
            },
          }),
        },
        states: {
          ...(stage === null
            ? {
                splitting: {
                  description: 'Repartiendo el gasto',
                  tags: 'undecided',
                  on: saves(id, null, 'splitIsAllowed'),
                },
              }
            : {
                undecided: {
                  description: 'Sin decidir',
                  tags: 'undecided',
                  on: { SAVE: { actions: 'explainNothingChosen' } },
                },
                approving: {
                  description: 'Aprobando',
                  tags: 'approving',
                  on: saves(id, 'approved'),
                },
                rejecting: {
                  description: 'Rechazando',
                  tags: 'rejecting',
                  on: saves(id, 'rejected'),
                },
              }),
          /** The choice as it was before a save or a reload. */
          asBefore: { description: 'Como estaba', type: 'history' },
        },
      },
      readOnly: { description: 'Solo lectura', tags: 'readOnly' },
      ...(choosesInvoice && {
        choosingInvoice: {
          description: 'Eligiendo factura',
          tags: 'pending',
          invoke: {
            id: 'elegirFacturaElectronica',
            src: 'elegirFacturaElectronica',
            input: ({ context }: { context: DecisionContext }) => ({
              id_gasto: context.id_gasto,
              recibo: given(context.facts).expense.recibo,
              url: given(context.url),
            }),
            onDone: [
              { guard: when('succeeded'), target: 'reloading' },
              { guard: when('changedElsewhere'), ...refusedTo('outdated') },
              refusedTo('reviewing.asBefore'),
            ],
            onError: unansweredTo('reviewing.asBefore'),
          },
        },
      }),
      saving: {
        description: 'Guardando la decisión',
        tags: 'pending',
        invoke: {
          id: review.saves,
          src: review.saves,
          input: ({ context }) => given(context.request),
          onDone: [
            { guard: when('succeeded'), target: 'saved' },
            { guard: when('sessionEnded'), ...refusedTo('failedToSave') },
            { guard: when('changedElsewhere'), ...refusedTo('outdated') },
            refusedTo('reviewing.asBefore'),
          ],
          onError: unansweredTo('failedToSave'),
        },
      },
      failedToSave: {
        description: 'No se pudo guardar',
        tags: ['failed', 'saveFailed'],
        on: {
          RETRY: { target: 'checking', actions: 'forgetProblem' },
          BACK: { target: 'reviewing.asBefore', actions: 'forgetProblem' },
        },
      },
      /** Nobody answered, so the save may have arrived: it is repeated only when it has not. */
      checking: {
        description: 'Comprobando si se guardó',
        tags: 'pending',
        invoke: {
          id: 'checkExpense',
          src: 'loadExpense',
          input: idOf,
          ...looks({
            arrived: 'saveHadArrived',
            kept: 'saved',
            again: 'saving',
            lost: 'failedToSave',
          }),
        },
      },
      outdated: {
        description: 'Desactualizado',
        tags: ['failed', 'outdated'],
        on: { RELOAD: { target: 'reloading', actions: ['forgetProblem', 'rememberShown'] } },
      },
      reloading: {
        description: 'Cargando otra vez',
        tags: 'pending',
        invoke: {
          ...loads('loadExpense', {
            id: 'reloadExpense',
            keep: 'facts',
            shown: 'reopened',
            failed: 'outdated',
          }),
          input: idOf,
        },
      },
      reopened: {
        description: 'Gasto reabierto',
        always: [{ guard: 'mayNotDecide', target: 'readOnly' }, { target: 'reviewing.asBefore' }],
      },
      saved: {
        description: 'Datos almacenados',
        tags: ['done', 'leaving'],
        entry: 'announceSaved',
        on: { ...changes, ...(stage !== null && { STAY: 'stayed' }) },
        after: { redirectDelay: 'finished' },
      },
      ...(stage !== null && {
        stayed: { description: 'Guardado, sin salir', tags: 'done', on: changes },
      }),
      finished: { description: 'Fin', type: 'final', tags: 'done' },
    },
  });
}

export type DecisionMachine = ReturnType<typeof createReviewMachine>;

export const decisionMachines = byStage(
  (_, stage) => stage,
  (stage) => createReviewMachine(decisionOf(stage)),
);

export const itemisationMachine = createReviewMachine(itemisation);
