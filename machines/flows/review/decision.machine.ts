/**
 * A reviewer decides one expense, or accounting splits it without a decision: one definition, a machine per review.
 *
 * loading         the expense and the rejection reasons are loading
 * failedToLoad    loading failed: RETRY
 * forbidden       the expense does not exist, or the user may not see it
 * opened          transient: may the user decide, and is there a choice from a draft or an earlier decision?
 * reviewing       the form; undecided, approving or rejecting; splitting in the review without a decision
 * readOnly        the expense, its box or the user does not allow this review
 * checked         transient: has the user changed what the supplier's last expense proposed? (first pass only)
 * proposed        values that are still proposals are shown: CONFIRM saves them, BACK leads to the form
 * confirmed       transient: an approval waits for the receipt, a rejection is saved
 * approved        waits a moment for the receipt, which may still be loading
 * unseen          the receipt was not shown: the user is asked to confirm the approval
 * choosingInvoice one of the electronic invoices found is being chosen (supervisor only)
 * saving          the decision is being saved
 * failedToSave    no answer: RETRY, or BACK to the form
 * checking        reloads the expense: if the save has arrived it is saved, otherwise it is sent again
 * outdated        the expense was changed elsewhere: it must be reloaded
 * reloading       the expense is being reloaded; the fields keep the typed values
 * reopened        transient: may the user still decide?
 * saved           success, announced for 3 s; a decision that is not final can be changed from here
 * stayed          saved, without a redirect: the user continues on this page
 * finished        redirect to the box (output)
 */
import { assign, enqueueActions } from 'xstate';
import { byStage } from '#contract/wire-stages.ts';
import type { Choice } from '../../domain/case/joint-approval.ts';
import { stages } from '../../domain/stages/stages.ts';
import { type Result, assertPresent, named, problemOfRules, write } from '../steps/result.ts';
import {
  type DecisionContext,
  type DecisionInput,
  type Facts,
  type SaveName,
  choiceOfCode,
  commandRefusals,
  intentionRefusals,
  isSeen,
  nothingDecided,
} from './decision-rules.ts';
import type { Destination } from '../steps/destination.ts';
import { type Review, type Values, decisionOf, itemisation } from './reviews.ts';
import {
  invokeState,
  validated,
  flow,
  forbidden,
  requiredFrom,
  inputOf,
  assignFromEvent,
  loadState,
  isValid,
  refusedTo,
  unansweredState,
  withEvent,
  loadFailedState,
  guardOnOutput,
  writeState,
} from '../steps/steps.ts';
import { staysOpen } from '../../domain/expense/expense-places.ts';

export type DecisionEvent =
  | { type: 'RETRY' }
  | { type: 'CHOOSE_APPROVED' }
  | { type: 'CHOOSE_REJECTED' }
  | { type: 'SAVE'; values: Values }
  /** A receipt is on the screen. */
  | { type: 'SEE'; soporte: string }
  /** Approves without having seen the receipt, which the event log records. */
  | { type: 'APPROVE_UNSEEN' }
  /** Confirms the values that the supplier's last expense proposed. */
  | { type: 'CONFIRM' }
  /** Back to the form after a save without an answer, or instead of approving without the receipt. */
  | { type: 'BACK' }
  /** Reloads the expense; the fields keep the typed values. */
  | { type: 'RELOAD' }
  /** Discards the typed values and the choice: the form shows the stored decision again. */
  | { type: 'DISCARD' }
  /** Changes the saved decision, when it is not final. */
  | { type: 'CHANGE' }
  /** Stays on this page after a save, to send the box. */
  | { type: 'STAY' }
  /** Chooses one of the electronic invoices found; supervisor only. */
  | { type: 'CHOOSE_INVOICE'; url: string };

interface Args {
  context: DecisionContext;
}

interface Filled extends Args {
  event: { values: Values };
}

const actors = {
  loadExpense: named<Facts, { id_gasto: number }>('loadExpense'),
  elegirFacturaElectronica: write('/elegirFacturaElectronica'),
  ...byStage(
    ({ saves }) => saves,
    (stage) => write<`/${SaveName}`>(`/${stages[stage].saves}`),
  ),
};

const chooses = (chosen: Choice, target: string) =>
  ({
    target,
    actions: { type: 'assignFields', params: () => ({ chosen, problem: null }) },
  }) as const;

function createReviewMachine({ id, description, stage, form, ...review }: Review) {
  const choosesInvoice = stage === 'supervisor';
  const asksProposals = form.proposed !== undefined && stage !== null && !staysOpen(stage);
  /** Saves the decision when the rules allow it, otherwise shows the refusals. */
  const saves = (choice: Choice | null, guard = 'decisionIsAllowed', target = 'saving') => {
    const decidedBy = ({ context, event }: Filled) => ({
      ...context,
      choice,
      values: event.values,
      facts: assertPresent(context.facts),
    });
    return {
      SAVE: validated(guard as 'decisionIsAllowed', `#${id}.${target}`, {
        refusals: (filled: Filled) => form.refusals(decidedBy(filled)),
        assigns: (filled: Filled) => ({
          request: form.request(decidedBy(filled)),
          ...(asksProposals && { proposed: form.proposed?.(decidedBy(filled)) ?? [] }),
        }),
      }),
    };
  };
  /** The initial choice of the form: that of a draft, or an earlier decision that may still be changed. */
  const began =
    (choice: Choice) =>
    ({ context }: Args) =>
      stage !== null &&
      (context.chosen ?? choiceOfCode(stage, assertPresent(context.facts).expense.estado)) ===
        choice;
  const changes = stage !== null && staysOpen(stage) ? { CHANGE: 'reloading' } : {};
  const parts = flow<{
    context: DecisionContext;
    events: DecisionEvent;
    input: DecisionInput;
    output: Destination;
    tags:
      | 'outdated'
      | 'leaving'
      | 'readOnly'
      | 'undecided'
      | 'approving'
      | 'rejecting'
      | 'awaiting'
      | 'unseen'
      | 'proposed';
  }>()(
    // A machine has only the actors that its states invoke; the cast gives it the types of all of them.
    {
      loadExpense: actors.loadExpense,
      [review.saves]: actors[review.saves],
      ...(choosesInvoice && { elegirFacturaElectronica: actors.elegirFacturaElectronica }),
    } as typeof actors,
  )
    .extend({
      guards: {
        mayNotDecide: ({ context }) =>
          intentionRefusals(review.asks, context.actor, assertPresent(context.facts).expense)
            .length > 0,
        wasApproved: began('approved'),
        wasRejected: began('rejected'),
        receiptIsSeen: ({ context: { facts, seen } }) =>
          isSeen({ facts: assertPresent(facts), seen }),
        nothingIsProposed: ({ context }) => context.proposed.length === 0,
        isApproval: ({ context: { request } }) =>
          stage !== null && request?.estado === stages[stage].codes[0],
        decisionIsAllowed: isValid,
        splitIsAllowed: isValid,
        /**
         * The save whose answer got lost has arrived: the next version of the expense is by this user, with the
         * state and the observation that were sent.
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
          commandRefusals(assertPresent(facts).expense, {
            type: 'EXPENSE.CHOOSE_INVOICE',
            actor,
            url,
          }).length === 0,
      },
    })
    .extend({
      actions: {
        explainNothingChosen: assign({
          problem: problemOfRules([{ guardia: 'estado', mensaje: review.nothingChosen }]),
        }),
        /** Discards the choice of the draft: the form begins with the stored decision. */
        forgetChosen: assign({ chosen: null, problem: null }),
        /** Notifies the cockpit. */
        announceSaved: enqueueActions(({ context: { parent, id_gasto, request }, enqueue }) => {
          if (parent !== undefined)
            enqueue.sendTo(parent, { type: 'DECIDED', id_gasto, request: assertPresent(request) });
        }),
        /** Stores the shown facts, to list the changes after a reload. */
        rememberShown: assign({ before: ({ context }) => context.facts }),
      },
    });

  return parts.createMachine({
    id,
    description,
    context: ({ input }) => ({ ...input, ...nothingDecided }),
    initial: 'loading',
    ...(stage !== null && {
      on: {
        SEE: {
          actions: { type: 'assignFields', params: ({ event }) => ({ seen: event.soporte }) },
        },
      },
    }),
    output: ({ context }) => ({ route: review.back, params: { idCaja: context.id_caja } }),
    states: {
      loading: loadState('Cargando el gasto', 'loadExpense', {
        input: inputOf('id_gasto'),
        assignTo: 'facts',
        shown: 'opened',
        hidden: 'forbidden',
      }),
      failedToLoad: loadFailedState,
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
            CHOOSE_APPROVED: chooses('approved', '.approving'),
            CHOOSE_REJECTED: chooses('rejected', '.rejecting'),
          }),
          ...(choosesInvoice && {
            CHOOSE_INVOICE: {
              guard: withEvent('invoiceIsOffered'),
              target: 'choosingInvoice',
              actions: assignFromEvent('url'),
            },
          }),
        },
        states: {
          ...(stage === null
            ? {
                splitting: {
                  description: 'Repartiendo el gasto',
                  tags: 'undecided',
                  on: saves(null, 'splitIsAllowed'),
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
                  on: saves(
                    'approved',
                    'decisionIsAllowed',
                    asksProposals ? 'checked' : 'approved',
                  ),
                },
                rejecting: {
                  description: 'Rechazando',
                  tags: 'rejecting',
                  on: saves('rejected', 'decisionIsAllowed', asksProposals ? 'checked' : 'saving'),
                },
              }),
          /** The choice as it was before a save or a reload. */
          asBefore: { description: 'Como estaba', type: 'history' },
        },
      },
      ...(asksProposals && {
        checked: {
          description: 'Revisando las propuestas',
          always: [
            { guard: 'nothingIsProposed' as const, target: 'confirmed' },
            { target: 'proposed' },
          ],
        },
        proposed: {
          description: 'Propuestas por confirmar',
          tags: 'proposed' as const,
          on: { CONFIRM: 'confirmed', BACK: 'reviewing.asBefore' },
        },
        confirmed: {
          description: 'Propuestas confirmadas',
          always: [{ guard: 'isApproval' as const, target: 'approved' }, { target: 'saving' }],
        },
      }),
      ...(stage !== null && {
        approved: {
          description: 'Esperando el soporte',
          tags: 'awaiting',
          always: {
            guard: 'receiptIsSeen' as const,
            target: 'saving',
            actions: {
              type: 'assignFields' as const,
              params: ({ context }: Args) => ({
                request: { ...assertPresent(context.request), soporte_visto: 1 as const },
              }),
            },
          },
          after: { paintDelay: 'unseen' },
        },
        unseen: {
          description: 'Soporte sin ver',
          tags: 'unseen',
          always: { guard: 'receiptIsSeen' as const, target: 'reviewing.asBefore' },
          on: { APPROVE_UNSEEN: 'saving', BACK: 'reviewing.asBefore' },
        },
      }),
      readOnly: { description: 'Solo lectura', tags: 'readOnly' },
      ...(choosesInvoice && {
        choosingInvoice: writeState('Eligiendo factura', 'elegirFacturaElectronica', {
          input: ({ context }: Args) => ({
            id_gasto: context.id_gasto,
            recibo: assertPresent(context.facts).expense.recibo,
            url: assertPresent(context.url),
          }),
          saved: 'reloading',
          refused: 'reviewing.asBefore',
          others: [{ guard: guardOnOutput('changedElsewhere'), ...refusedTo('outdated') }],
        }),
      }),
      saving: writeState('Guardando la decisión', review.saves, {
        input: requiredFrom('request'),
        saved: 'saved',
        lost: 'failedToSave',
        refused: 'reviewing.asBefore',
        others: [{ guard: guardOnOutput('changedElsewhere'), ...refusedTo('outdated') }],
      }),
      failedToSave: unansweredState('No se pudo guardar', 'checking', 'reviewing.asBefore'),
      /** The save may have arrived without an answer: it is repeated only when it has not. */
      checking: invokeState('Comprobando si se guardó', 'loadExpense', {
        id: 'checkExpense',
        input: inputOf('id_gasto'),
        answers: [
          { guard: guardOnOutput('saveHadArrived'), target: 'saved' },
          { guard: guardOnOutput('succeeded'), target: 'saving' },
        ],
        failed: 'failedToSave',
        tags: 'pending',
      }),
      outdated: {
        description: 'Desactualizado',
        tags: ['failed', 'outdated'],
        on: { RELOAD: { target: 'reloading', actions: ['forgetProblem', 'rememberShown'] } },
      },
      reloading: loadState('Cargando otra vez', 'loadExpense', {
        input: inputOf('id_gasto'),
        assignTo: 'facts',
        shown: 'reopened',
        failed: 'outdated',
        id: 'reloadExpense',
        tags: 'pending',
      }),
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
