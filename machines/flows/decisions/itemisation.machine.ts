/**
 * Accounting splits an expense that waits for it, without deciding (detalleGastoCI).
 *
 * The states are those of every decision, and mean the same; `reviewing` has no choice to make.
 */
import { assign } from 'xstate';
import type { RequestOf } from '#contract/contract.ts';
import type { AccountingFacts } from './accounting-decision.form.ts';
import { call, named } from '../call-actors.ts';
import {
  type DecisionContext,
  type DecisionInput,
  type DecisionTag,
  ownSaveArrived,
} from './decision-rules.ts';
import { decisionStates as states, savingBy } from './decision-states.ts';
import type { Destination } from '../destination.ts';
import {
  type ItemisationValues,
  itemisationIsClosed,
  itemisationRefusals,
  itemisationRequest,
} from './itemisation.form.ts';
import { given, problemOfRules, type Result } from '../result.ts';
import { flow, takes } from '../steps.ts';

export interface ItemisationContext extends DecisionContext {
  facts: AccountingFacts | null;
  request: RequestOf<'/guardarContabilidad'> | null;
}

interface Split {
  values: ItemisationValues;
}

export type ItemisationEvent =
  | { type: 'RETRY' }
  | ({ type: 'SAVE' } & Split)
  /** Back to the form after a save that got no answer. */
  | { type: 'BACK' }
  /** Shows the expense as it is now; the fields keep what was typed. */
  | { type: 'RELOAD' }
  /** Gives up what was typed: the form is as it was when it was opened. */
  | { type: 'DISCARD' };

const refusalsOf = (context: ItemisationContext, values: ItemisationValues) =>
  itemisationRefusals(context, given(context.facts).expense, values);

const itemisation = flow({
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
}).extend({
  guards: {
    mayNotDecide: ({ context }) =>
      itemisationIsClosed(context, given(context.facts).expense).length > 0,
    saveHadArrived: ({ context }, result: Result<AccountingFacts>) =>
      result.ok && ownSaveArrived(context, result.answer.expense),
    splitIsAllowed: ({ context }, { values }: Split) => refusalsOf(context, values).length === 0,
  },
  actions: {
    keepFacts: assign((_, facts: AccountingFacts) => ({ facts })),
    keepSplit: assign(({ context }, { values }: Split) => ({
      request: itemisationRequest(context, given(context.facts).expense, values),
      problem: null,
    })),
    explainSplit: assign(({ context }, { values }: Split) => ({
      problem: problemOfRules(refusalsOf(context, values)),
    })),
    /** Remembers the facts on the screen, to compare them with those that come. */
    rememberShown: assign({ before: ({ context }) => context.facts }),
  },
});

export const itemisationMachine = itemisation.createMachine({
  id: 'itemisation',
  description: 'Contabilidad reparte un gasto que la espera, sin decidirlo.',
  context: ({ input }) => ({ ...input, facts: null, before: null, request: null, problem: null }),
  initial: 'loading',
  output: ({ context }) => ({
    route: 'detalleCajaCI' as const,
    params: { idCaja: context.id_caja },
  }),
  states: {
    loading: states.loading,
    failedToLoad: states.failedToLoad,
    forbidden: states.forbidden,
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
              {
                guard: takes('splitIsAllowed'),
                target: '#itemisation.saving',
                actions: takes('keepSplit'),
              },
              { actions: takes('explainSplit') },
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
