/**
 * The supervisor decides one expense.
 *
 * loading         the expense and the rejection reasons come
 * failedToLoad    they did not: try again
 * opened          passing: may it be decided, and was it already?
 * reviewing       the form; undecided, approving or rejecting
 * readOnly        the expense, its box or the person does not allow the supervisor's decision
 * choosingInvoice one of the electronic invoices found is being chosen
 * saving          the decision is under way
 * failedToSave    no answer: try again, or go back to the form
 * checking        has the save that got no answer arrived? then it is kept; else it is sent again
 * outdated        what is shown is no longer what is kept: it must be loaded again
 * reloading       the expense comes again; the fields keep what was typed
 * reopened        passing: may it still be decided?
 * saved           kept, announced for 3 s
 * finished        the person is led back to the box (output)
 */
import { assign, setup } from 'xstate';
import type { RequestOf } from '#contract/contract.ts';
import { call, named } from './calls.ts';
import {
  type Choice,
  type DecisionContext,
  type DecisionEvent,
  type DecisionFacts,
  type DecisionInput,
  type DecisionTag,
  decisionGuards,
  decisionRefusals,
  nothingChosenMessage,
} from './decision-rules.ts';
import { choicesOf, choosing, decisionStates, savingBy } from './decision-states.ts';
import { flowDelays } from './delays.ts';
import type { Destination } from './destination.ts';
import { failureOf, outputOf } from './projections.ts';
import {
  type Failure,
  given,
  problemOfFailure,
  problemOfResult,
  problemOfRules,
  type Result,
  resultGuards,
} from './result.ts';
import {
  type SupervisorValues,
  supervisorRefusals,
  supervisorRequest,
} from './supervisor-decision.form.ts';

export interface SupervisorDecisionContext extends DecisionContext {
  request: RequestOf<'/guardarSupervisor'> | null;
  /** Link of the electronic invoice that is being chosen. */
  url: string | null;
}

export type SupervisorDecisionEvent =
  | DecisionEvent<SupervisorValues>
  | { type: 'CHOOSE_INVOICE'; url: string };

interface Chosen {
  choice: Choice;
}

const states = decisionStates<DecisionFacts>();

export const supervisorDecisionMachine = setup({
  types: {
    context: {} as SupervisorDecisionContext,
    events: {} as SupervisorDecisionEvent,
    input: {} as DecisionInput,
    output: {} as Destination,
    tags: {} as DecisionTag,
  },
  actors: {
    loadExpense: named<DecisionFacts, { id_gasto: number }>('loadExpense'),
    guardarSupervisor: call('/guardarSupervisor'),
    elegirFacturaElectronica: call('/elegirFacturaElectronica'),
  },
  delays: flowDelays,
  guards: {
    ...resultGuards,
    ...decisionGuards('supervisor'),
    decisionIsAllowed: ({ context, event }, { choice }: Chosen) =>
      event.type === 'SAVE' &&
      supervisorRefusals(choice, context, given(context.facts).expense, event.values).length === 0,
    invoiceIsOffered: ({ context, event }) =>
      event.type === 'CHOOSE_INVOICE' &&
      decisionRefusals(given(context.facts).expense, {
        type: 'EXPENSE.CHOOSE_INVOICE',
        actor: context.actor,
        url: event.url,
      }).length === 0,
  },
  actions: {
    keepFacts: assign((_, result: Result<DecisionFacts>) =>
      result.ok ? { facts: result.answer } : {},
    ),
    keepDecision: assign(({ context, event }, { choice }: Chosen) =>
      event.type === 'SAVE'
        ? {
            request: supervisorRequest(choice, context, given(context.facts).expense, event.values),
            problem: null,
          }
        : {},
    ),
    explainDecision: assign(({ context, event }, { choice }: Chosen) =>
      event.type === 'SAVE'
        ? {
            problem: problemOfRules(
              supervisorRefusals(choice, context, given(context.facts).expense, event.values),
            ),
          }
        : {},
    ),
    explainNothingChosen: assign({
      problem: problemOfRules([{ guardia: 'estado', mensaje: nothingChosenMessage }]),
    }),
    keepInvoice: assign(({ event }) =>
      event.type === 'CHOOSE_INVOICE' ? { url: event.url, problem: null } : {},
    ),
    keepRefusal: assign((_, result: Result<unknown>) => ({ problem: problemOfResult(result) })),
    keepFailure: assign((_, { error }: Failure) => ({ problem: problemOfFailure(error) })),
    forgetProblem: assign({ problem: null }),
    /** What is shown now is what the person had before his or her eyes. */
    rememberShown: assign({ before: ({ context }) => context.facts }),
  },
}).createMachine({
  id: 'supervisorDecision',
  description: 'El supervisor decide un gasto.',
  context: ({ input }) => ({
    ...input,
    facts: null,
    before: null,
    request: null,
    url: null,
    problem: null,
  }),
  initial: 'loading',
  output: ({ context }) => ({
    route: 'verCajaSupervisor' as const,
    params: { idCaja: context.id_caja },
  }),
  states: {
    loading: states.loading,
    failedToLoad: states.failedToLoad,
    opened: states.opened,
    reviewing: {
      description: 'En revisión',
      initial: 'undecided',
      on: {
        ...choosing,
        CHOOSE_INVOICE: {
          guard: 'invoiceIsOffered',
          target: 'choosingInvoice',
          actions: 'keepInvoice',
        },
      },
      states: choicesOf('supervisorDecision'),
    },
    readOnly: states.readOnly,
    choosingInvoice: {
      description: 'Eligiendo factura',
      tags: 'pending',
      invoke: {
        id: 'elegirFacturaElectronica',
        src: 'elegirFacturaElectronica',
        input: ({ context }) => ({
          id_gasto: context.id_gasto,
          recibo: given(context.facts).expense.recibo,
          url: given(context.url),
        }),
        onDone: [
          { guard: { type: 'succeeded', params: outputOf }, target: 'reloading' },
          {
            guard: { type: 'changedElsewhere', params: outputOf },
            target: 'outdated',
            actions: { type: 'keepRefusal', params: outputOf },
          },
          { target: 'reviewing.asBefore', actions: { type: 'keepRefusal', params: outputOf } },
        ],
        onError: {
          target: 'reviewing.asBefore',
          actions: { type: 'keepFailure', params: failureOf },
        },
      },
    },
    saving: savingBy('guardarSupervisor'),
    failedToSave: states.failedToSave,
    checking: states.checking,
    outdated: states.outdated,
    reloading: states.reloading,
    reopened: states.reopened,
    saved: states.saved,
    finished: states.finished,
  },
});
