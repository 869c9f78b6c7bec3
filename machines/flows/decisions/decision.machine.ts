/**
 * A reviewer decides one expense: one definition, a machine for each stage.
 *
 * loading         the expense and the rejection reasons come
 * failedToLoad    they did not: try again
 * forbidden       there is no such expense, or not for this person
 * opened          passing: may it be decided, and was it already?
 * reviewing       the form; undecided, approving or rejecting
 * readOnly        the expense, its box or the person does not allow a decision of this stage
 * choosingInvoice one of the electronic invoices found is being chosen (supervisor only)
 * saving          the decision is under way
 * failedToSave    no answer: try again, or go back to the form
 * checking        has the save that got no answer arrived? then it is kept; else it is sent again
 * outdated        what is shown is no longer what is kept: it must be loaded again
 * reloading       the expense comes again; the fields keep what was typed
 * reopened        passing: may it still be decided?
 * saved           kept, announced for 3 s
 * finished        the person is led back to the box (output)
 */
import { assign } from 'xstate';
import { byStage } from '#contract/wire-stages.ts';
import type { FailedGuard } from '#machines/domain/explain.ts';
import { isPlainStage, type PlainStage, type StageName, stages } from '#machines/domain/stages.ts';
import {
  type AccountingFacts,
  type AccountingValues,
  accountingRefusals,
  accountingRequest,
} from './accounting-decision.form.ts';
import { call, named } from '../call-actors.ts';
import type { Choice } from '#machines/domain/decision-event.ts';
import {
  type DecisionContext,
  type DecisionEvent,
  type DecisionFacts,
  type DecisionInput,
  type DecisionTag,
  type DecisionValues,
  decisionGuards,
  decisionRefusals,
} from './decision-rules.ts';
import {
  choicesOf,
  choosing,
  choosingInvoice,
  decisionStates as states,
  type SaveName,
  type SaveRequest,
  savingBy,
} from './decision-states.ts';
import type { Destination } from '../destination.ts';
import { plainRefusals, plainRequest } from './plain-decision.form.ts';
import { given, problemOfRules } from '../result.ts';
import { flow } from '../steps.ts';
import {
  type SupervisorValues,
  supervisorRefusals,
  supervisorRequest,
} from './supervisor-decision.form.ts';

/** Answer of `loadExpense`; accounting's first pass needs more. */
export type Facts = DecisionFacts | AccountingFacts;
type Values = DecisionValues | SupervisorValues | AccountingValues;

export interface DecisionMachineContext extends DecisionContext {
  facts: Facts | null;
  before: Facts | null;
  request: SaveRequest | null;
  /** Link of the electronic invoice that is being chosen. */
  url: string | null;
}

export type DecisionMachineEvent =
  | DecisionEvent<Values>
  /** Chooses one of the electronic invoices found; only the supervisor does. */
  | { type: 'CHOOSE_INVOICE'; url: string };

/** The form of a stage: what is wrong with it, and the body that it sends. */
interface StageForm {
  // Methods, since each stage takes facts and values of its own: its loader and its form bring no others.
  /** Everything that is wrong with the decision, as the law and the form say it. */
  refusals(choice: Choice, input: DecisionInput, facts: Facts, values: Values): FailedGuard[];
  request(choice: Choice, input: DecisionInput, facts: Facts, values: Values): SaveRequest;
}

const plainForm = (stage: PlainStage): StageForm => ({
  refusals: (choice, input, { expense }, values) =>
    plainRefusals(stage, choice, input, expense, values),
  request: (choice, input, { expense }, values) => ({
    ...plainRequest(stage, choice, input, expense, values),
    // The call of maintenance always carried it.
    ...(stage === 'maintenance' && { item: 0 }),
  }),
});

const ownForms: Record<Exclude<StageName, PlainStage>, StageForm> = {
  supervisor: {
    refusals: (choice, input, { expense }, values: SupervisorValues) =>
      supervisorRefusals(choice, input, expense, values),
    request: (choice, input, { expense }, values: SupervisorValues) =>
      supervisorRequest(choice, input, expense, values),
  },
  accounting: { refusals: accountingRefusals, request: accountingRequest },
};

const formOf = (stage: StageName): StageForm =>
  isPlainStage(stage) ? plainForm(stage) : ownForms[stage];

const actors = {
  loadExpense: named<Facts, { id_gasto: number }>('loadExpense'),
  elegirFacturaElectronica: call('/elegirFacturaElectronica'),
  ...byStage(
    ({ saves }) => saves,
    (stage) => call<`/${SaveName}`>(`/${stages[stage].saves}`),
  ),
};

/** A machine names the actors that its own states invoke; their types are those of all four. */
const actorsOf = (stage: StageName): typeof actors => {
  const { saves } = stages[stage];
  return {
    loadExpense: actors.loadExpense,
    [saves]: actors[saves],
    ...(stage === 'supervisor' && { elegirFacturaElectronica: actors.elegirFacturaElectronica }),
  } as typeof actors;
};

/** A choice with the values of its form. */
interface Decision {
  choice: Choice;
  values: Values;
}

function createDecisionMachine(stage: StageName) {
  const id = `${stage}Decision`;
  const { box, description, nothingChosen, saves } = stages[stage];
  const form = formOf(stage);
  const choosesInvoice = stage === 'supervisor';
  const refusalsOf = (context: DecisionMachineContext, { choice, values }: Decision) =>
    form.refusals(choice, context, given(context.facts), values);
  const parts = flow({
    types: {
      context: {} as DecisionMachineContext,
      events: {} as DecisionMachineEvent,
      input: {} as DecisionInput,
      output: {} as Destination,
      tags: {} as DecisionTag,
    },
    actors: actorsOf(stage),
  }).extend({
    guards: {
      ...decisionGuards(stage),
      decisionIsAllowed: ({ context }, decision: Decision) =>
        refusalsOf(context, decision).length === 0,
      invoiceIsOffered: ({ context }, { url }: { url: string }) =>
        decisionRefusals(given(context.facts).expense, {
          type: 'EXPENSE.CHOOSE_INVOICE',
          actor: context.actor,
          url,
        }).length === 0,
    },
    actions: {
      keepFacts: assign((_, facts: Facts) => ({ facts })),
      keepDecision: assign(({ context }, { choice, values }: Decision) => ({
        request: form.request(choice, context, given(context.facts), values),
        problem: null,
      })),
      explainDecision: assign(({ context }, decision: Decision) => ({
        problem: problemOfRules(refusalsOf(context, decision)),
      })),
      explainNothingChosen: assign({
        problem: problemOfRules([{ guardia: 'estado', mensaje: nothingChosen }]),
      }),
      keepInvoice: assign((_, { url }: { url: string }) => ({ url, problem: null })),
      /** The draft is given up: the form begins as the expense stands. */
      forgetChosen: assign({ chosen: null, problem: null }),
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
    output: ({ context }) => ({ route: box, params: { idCaja: context.id_caja } }),
    states: {
      loading: states.loading,
      failedToLoad: states.failedToLoad,
      forbidden: states.forbidden,
      opened: states.opened,
      reviewing: {
        description: 'En revisión',
        initial: 'undecided',
        on: choosesInvoice ? { ...choosing, ...choosingInvoice.on } : choosing,
        states: choicesOf(id),
      },
      readOnly: states.readOnly,
      ...(choosesInvoice && { choosingInvoice: choosingInvoice.state }),
      saving: savingBy(saves),
      failedToSave: states.failedToSave,
      checking: states.checking,
      outdated: states.outdated,
      reloading: states.reloading,
      reopened: states.reopened,
      saved: states.saved,
      finished: states.finished,
    },
  });
}

export type DecisionMachine = ReturnType<typeof createDecisionMachine>;

export const decisionMachines = byStage((_, stage) => stage, createDecisionMachine);
