/**
 * Accounting decides one expense for good: only the status and the observation are kept.
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
  nothingMarkedMessage,
} from './decision-rules.ts';
import { choicesOf, choosing, decisionStates, savingBy } from './decision-states.ts';
import { flowDelays } from './delays.ts';
import type { Destination } from './destination.ts';
import { finalRefusals, finalRequest } from './final-decision.form.ts';
import {
  type Failure,
  given,
  problemOfFailure,
  problemOfResult,
  problemOfRules,
  type Result,
  resultGuards,
} from './result.ts';

export interface FinalDecisionContext extends DecisionContext {
  request: RequestOf<'/guardarContabilidadFinal'> | null;
}

interface Chosen {
  choice: Choice;
}

const states = decisionStates<DecisionFacts>();

export const finalDecisionMachine = setup({
  types: {
    context: {} as FinalDecisionContext,
    events: {} as DecisionEvent<DecisionValues>,
    input: {} as DecisionInput,
    output: {} as Destination,
    tags: {} as DecisionTag,
  },
  actors: {
    loadExpense: named<DecisionFacts, { id_gasto: number }>('loadExpense'),
    guardarContabilidadFinal: call('/guardarContabilidadFinal'),
  },
  delays: flowDelays,
  guards: {
    ...resultGuards,
    ...decisionGuards('final'),
    decisionIsAllowed: ({ context, event }, { choice }: Chosen) =>
      event.type === 'SAVE' &&
      finalRefusals(choice, context, given(context.facts).expense, event.values).length === 0,
  },
  actions: {
    keepFacts: assign((_, result: Result<DecisionFacts>) =>
      result.ok ? { facts: result.answer } : {},
    ),
    keepDecision: assign(({ context, event }, { choice }: Chosen) =>
      event.type === 'SAVE'
        ? {
            request: finalRequest(choice, context, given(context.facts).expense, event.values),
            problem: null,
          }
        : {},
    ),
    explainDecision: assign(({ context, event }, { choice }: Chosen) =>
      event.type === 'SAVE'
        ? {
            problem: problemOfRules(
              finalRefusals(choice, context, given(context.facts).expense, event.values),
            ),
          }
        : {},
    ),
    explainNothingChosen: assign({
      problem: problemOfRules([{ guardia: 'estado', mensaje: nothingMarkedMessage }]),
    }),
    keepRefusal: assign((_, result: Result<unknown>) => ({ problem: problemOfResult(result) })),
    keepFailure: assign((_, { error }: Failure) => ({ problem: problemOfFailure(error) })),
    forgetProblem: assign({ problem: null }),
    /** What is shown now is what the person had before his or her eyes. */
    rememberShown: assign({ before: ({ context }) => context.facts }),
  },
}).createMachine({
  id: 'finalDecision',
  description: 'Contabilidad decide un gasto de manera definitiva.',
  context: ({ input }) => ({ ...input, facts: null, before: null, request: null, problem: null }),
  initial: 'loading',
  output: ({ context }) => ({
    route: 'revisarCaja' as const,
    params: { idCaja: context.id_caja },
  }),
  states: {
    loading: states.loading,
    failedToLoad: states.failedToLoad,
    opened: states.opened,
    reviewing: {
      description: 'En revisión',
      initial: 'undecided',
      on: choosing,
      states: choicesOf('finalDecision'),
    },
    readOnly: states.readOnly,
    saving: savingBy('guardarContabilidadFinal'),
    failedToSave: states.failedToSave,
    checking: states.checking,
    outdated: states.outdated,
    reloading: states.reloading,
    reopened: states.reopened,
    saved: states.saved,
    finished: states.finished,
  },
});
