/**
 * Maintenance decides one expense that waits for it.
 *
 * The states are those of every decision: loading, failedToLoad, opened, reviewing (undecided,
 * approving, rejecting), readOnly, saving, failedToSave, checking, outdated, reloading, reopened, saved, finished;
 * what each means to the person stands in supervisor-decision.machine.ts.
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
  type DecisionValues,
  decisionGuards,
  nothingChosenMessage,
} from './decision-rules.ts';
import { choicesOf, choosing, decisionStates, savingBy } from './decision-states.ts';
import { flowDelays } from './delays.ts';
import type { Destination } from './destination.ts';
import { maintenanceRefusals, maintenanceRequest } from './maintenance-decision.form.ts';
import {
  type Failure,
  given,
  problemOfFailure,
  problemOfResult,
  problemOfRules,
  type Result,
  resultGuards,
} from './result.ts';

export interface MaintenanceDecisionContext extends DecisionContext {
  request: RequestOf<'/guardarMantenimiento'> | null;
}

interface Chosen {
  choice: Choice;
}

const states = decisionStates<DecisionFacts>();

export const maintenanceDecisionMachine = setup({
  types: {
    context: {} as MaintenanceDecisionContext,
    events: {} as DecisionEvent<DecisionValues>,
    input: {} as DecisionInput,
    output: {} as Destination,
    tags: {} as DecisionTag,
  },
  actors: {
    loadExpense: named<DecisionFacts, { id_gasto: number }>('loadExpense'),
    guardarMantenimiento: call('/guardarMantenimiento'),
  },
  delays: flowDelays,
  guards: {
    ...resultGuards,
    ...decisionGuards('maintenance'),
    decisionIsAllowed: ({ context, event }, { choice }: Chosen) =>
      event.type === 'SAVE' &&
      maintenanceRefusals(choice, context, given(context.facts).expense, event.values).length === 0,
  },
  actions: {
    keepFacts: assign((_, result: Result<DecisionFacts>) =>
      result.ok ? { facts: result.answer } : {},
    ),
    keepDecision: assign(({ context, event }, { choice }: Chosen) =>
      event.type === 'SAVE'
        ? {
            request: maintenanceRequest(
              choice,
              context,
              given(context.facts).expense,
              event.values,
            ),
            problem: null,
          }
        : {},
    ),
    explainDecision: assign(({ context, event }, { choice }: Chosen) =>
      event.type === 'SAVE'
        ? {
            problem: problemOfRules(
              maintenanceRefusals(choice, context, given(context.facts).expense, event.values),
            ),
          }
        : {},
    ),
    explainNothingChosen: assign({
      problem: problemOfRules([{ guardia: 'estado', mensaje: nothingChosenMessage }]),
    }),
    keepRefusal: assign((_, result: Result<unknown>) => ({ problem: problemOfResult(result) })),
    keepFailure: assign((_, { error }: Failure) => ({ problem: problemOfFailure(error) })),
    forgetProblem: assign({ problem: null }),
    /** What is shown now is what the person had before his or her eyes. */
    rememberShown: assign({ before: ({ context }) => context.facts }),
  },
}).createMachine({
  id: 'maintenanceDecision',
  description: 'Mantenimiento decide un gasto que lo espera.',
  context: ({ input }) => ({ ...input, facts: null, before: null, request: null, problem: null }),
  initial: 'loading',
  output: ({ context }) => ({
    route: 'verCajaMantenimiento' as const,
    params: { idCaja: context.id_caja },
  }),
  states: {
    loading: states.loading,
    failedToLoad: states.failedToLoad,
    opened: states.openedOnce,
    reviewing: {
      description: 'En revisión',
      initial: 'undecided',
      on: choosing,
      states: choicesOf('maintenanceDecision'),
    },
    readOnly: states.readOnly,
    saving: savingBy('guardarMantenimiento'),
    failedToSave: states.failedToSave,
    checking: states.checking,
    outdated: states.outdated,
    reloading: states.reloading,
    reopened: states.reopened,
    saved: states.saved,
    finished: states.finished,
  },
});
