/**
 * Accounting splits an expense that waits for it, without deciding (detalleGastoCI).
 *
 * The states are those of every decision, and mean the same; `reviewing` has no choice to make.
 */
import { assign, setup } from 'xstate';
import type { RequestOf } from '#contract/contract.ts';
import type { AccountingFacts } from './accounting-decision.form.ts';
import { call, named } from '../calls.ts';
import {
  type DecisionContext,
  type DecisionInput,
  type DecisionTag,
  ownSaveArrived,
} from './decision-rules.ts';
import { decisionStates as states, savingBy } from './decision-states.ts';
import { flowDelays } from '../delays.ts';
import type { Destination } from '../destination.ts';
import {
  type ItemisationValues,
  itemisationIsClosed,
  itemisationRefusals,
  itemisationRequest,
} from './itemisation.form.ts';
import { given, problemOfRules, type Result, resultGuards } from '../result.ts';
import { problems } from '../steps.ts';

export interface ItemisationContext extends DecisionContext {
  facts: AccountingFacts | null;
  request: RequestOf<'/guardarContabilidad'> | null;
}

export type ItemisationEvent =
  | { type: 'RETRY' }
  | { type: 'SAVE'; values: ItemisationValues }
  /** Back to the form after a save that got no answer. */
  | { type: 'BACK' }
  /** Shows the expense as it is now; the fields keep what was typed. */
  | { type: 'RELOAD' }
  /** Gives up what was typed: the form is as it was when it was opened. */
  | { type: 'DISCARD' };

export const itemisationMachine = setup({
  types: {
    context: {} as ItemisationContext,
    events: {} as ItemisationEvent,
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
    mayNotDecide: ({ context }) =>
      itemisationIsClosed(context, given(context.facts).expense).length > 0,
    saveHadArrived: ({ context }, result: Result<AccountingFacts>) =>
      result.ok && ownSaveArrived(context, result.answer.expense),
    splitIsAllowed: ({ context, event }) =>
      event.type === 'SAVE' &&
      itemisationRefusals(context, given(context.facts).expense, event.values).length === 0,
  },
  actions: {
    keepFacts: assign((_, result: Result<AccountingFacts>) =>
      result.ok ? { facts: result.answer } : {},
    ),
    keepSplit: assign(({ context, event }) =>
      event.type === 'SAVE'
        ? {
            request: itemisationRequest(context, given(context.facts).expense, event.values),
            problem: null,
          }
        : {},
    ),
    explainSplit: assign(({ context, event }) =>
      event.type === 'SAVE'
        ? {
            problem: problemOfRules(
              itemisationRefusals(context, given(context.facts).expense, event.values),
            ),
          }
        : {},
    ),
    keepRefusal: assign(problems.keepRefusal),
    keepFailure: assign(problems.keepFailure),
    forgetProblem: assign({ problem: null }),
    /** What is shown now is what the person had before his or her eyes. */
    rememberShown: assign({ before: ({ context }) => context.facts }),
  },
}).createMachine({
  id: 'itemisation',
  description: 'Contabilidad reparte un gasto que la espera, sin decidirlo.',
  context: ({ input }) => ({
    ...input,
    facts: null,
    before: null,
    request: null,
    problem: null,
  }),
  initial: 'loading',
  output: ({ context }) => ({
    route: 'detalleCajaCI' as const,
    params: { idCaja: context.id_caja },
  }),
  states: {
    loading: states.loading,
    failedToLoad: states.failedToLoad,
    opened: states.openedOnce,
    reviewing: {
      description: 'En revisión',
      initial: 'splitting',
      on: { DISCARD: { target: 'opened', actions: 'forgetProblem' } },
      states: {
        splitting: {
          description: 'Repartiendo el gasto',
          tags: 'undecided',
          on: {
            SAVE: [
              { guard: 'splitIsAllowed', target: '#itemisation.saving', actions: 'keepSplit' },
              { actions: 'explainSplit' },
            ],
          },
        },
        asBefore: { description: 'Como estaba', type: 'history' },
      },
    },
    readOnly: states.readOnly,
    saving: savingBy<'guardarContabilidad', RequestOf<'/guardarContabilidad'>>(
      'guardarContabilidad',
    ),
    failedToSave: states.failedToSave,
    checking: states.checking,
    outdated: states.outdated,
    reloading: states.reloading,
    reopened: states.reopened,
    saved: states.saved,
    finished: states.finished,
  },
});
