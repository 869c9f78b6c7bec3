/**
 * Accounting decides one expense in its first pass and splits it over categories and taxes.
 *
 * The states are those of every decision: loading, failedToLoad, opened, reviewing (undecided,
 * approving, rejecting), readOnly, saving, failedToSave, checking, outdated, reloading, reopened, saved, finished;
 * what each means to the person stands in supervisor-decision.machine.ts.
 */
import { assign, setup } from 'xstate';
import type { RequestOf } from '#contract/contract.ts';
import {
  type AccountingFacts,
  type AccountingValues,
  accountingRefusals,
  accountingRequest,
} from './accounting-decision.form.ts';
import { call, named } from './calls.ts';
import {
  type Choice,
  type DecisionContext,
  type DecisionEvent,
  type DecisionInput,
  type DecisionTag,
  decisionGuards,
  nothingMarkedMessage,
} from './decision-rules.ts';
import { choicesOf, choosing, decisionStates, savingBy } from './decision-states.ts';
import { flowDelays } from './delays.ts';
import type { Destination } from './destination.ts';
import {
  type Failure,
  given,
  problemOfFailure,
  problemOfResult,
  problemOfRules,
  type Result,
  resultGuards,
} from './result.ts';

export interface AccountingDecisionContext extends DecisionContext {
  facts: AccountingFacts | null;
  request: RequestOf<'/guardarContabilidad'> | null;
  /** Rows that the person added under those of the expense. */
  addedRows: number;
}

export type AccountingDecisionEvent =
  | DecisionEvent<AccountingValues>
  /** The plus under the itemisation: only while the expense can be decided. */
  | { type: 'ADD_CATEGORY' };

interface Chosen {
  choice: Choice;
}

const states = decisionStates<AccountingFacts>();

export const accountingDecisionMachine = setup({
  types: {
    context: {} as AccountingDecisionContext,
    events: {} as AccountingDecisionEvent,
    input: {} as DecisionInput,
    output: {} as Destination,
    tags: {} as DecisionTag,
  },
  actors: {
    loadExpense: named<AccountingFacts, { id_gasto: number }>('loadExpense'),
    guardarContabilidad: call('/guardarContabilidad'),
  },
  delays: flowDelays,
  guards: {
    ...resultGuards,
    ...decisionGuards('accounting'),
    decisionIsAllowed: ({ context, event }, { choice }: Chosen) =>
      event.type === 'SAVE' &&
      accountingRefusals(choice, context, given(context.facts), event.values).length === 0,
  },
  actions: {
    keepFacts: assign((_, result: Result<AccountingFacts>) =>
      result.ok ? { facts: result.answer } : {},
    ),
    keepDecision: assign(({ context, event }, { choice }: Chosen) =>
      event.type === 'SAVE'
        ? {
            request: accountingRequest(choice, context, given(context.facts), event.values),
            problem: null,
          }
        : {},
    ),
    explainDecision: assign(({ context, event }, { choice }: Chosen) =>
      event.type === 'SAVE'
        ? {
            problem: problemOfRules(
              accountingRefusals(choice, context, given(context.facts), event.values),
            ),
          }
        : {},
    ),
    explainNothingChosen: assign({
      problem: problemOfRules([{ guardia: 'estado', mensaje: nothingMarkedMessage }]),
    }),
    forgetRows: assign({ addedRows: 0 }),
    addRow: assign({ addedRows: ({ context }) => context.addedRows + 1 }),
    keepRefusal: assign((_, result: Result<unknown>) => ({ problem: problemOfResult(result) })),
    keepFailure: assign((_, { error }: Failure) => ({ problem: problemOfFailure(error) })),
    forgetProblem: assign({ problem: null }),
    /** What is shown now is what the person had before his or her eyes. */
    rememberShown: assign({ before: ({ context }) => context.facts }),
  },
}).createMachine({
  id: 'accountingDecision',
  description:
    'Contabilidad decide un gasto en su primera revisión y lo reparte en categorías e impuestos.',
  context: ({ input }) => ({
    ...input,
    facts: null,
    before: null,
    request: null,
    addedRows: 0,
    problem: null,
  }),
  initial: 'loading',
  output: ({ context }) => ({
    route: 'revisarCaja' as const,
    params: { idCaja: context.id_caja },
  }),
  states: {
    loading: states.loading,
    failedToLoad: states.failedToLoad,
    opened: states.openedOnce,
    reviewing: {
      description: 'En revisión',
      initial: 'undecided',
      on: {
        ...choosing,
        ADD_CATEGORY: { actions: 'addRow' },
        DISCARD: { target: 'opened', actions: ['forgetProblem', 'forgetRows'] },
      },
      states: choicesOf('accountingDecision'),
    },
    readOnly: states.readOnly,
    saving: savingBy('guardarContabilidad'),
    failedToSave: states.failedToSave,
    checking: states.checking,
    outdated: states.outdated,
    reloading: states.reloading,
    reopened: states.reopened,
    saved: states.saved,
    finished: states.finished,
  },
});
