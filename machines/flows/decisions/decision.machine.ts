/**
 * A reviewer decides one expense: one definition, four machines, one for each stage.
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
import type { Refusal } from '#machines/domain/explain.ts';
import type { StageName } from '#machines/domain/stages.ts';
import {
  type AccountingFacts,
  type AccountingValues,
  accountingRefusals,
  accountingRequest,
} from './accounting-decision.form.ts';
import { call, named } from '../calls.ts';
import {
  type Choice,
  type DecisionContext,
  type DecisionEvent,
  type DecisionFacts,
  type DecisionInput,
  type DecisionTag,
  type DecisionValues,
  decisionGuards,
  decisionRefusals,
  nothingChosenMessage,
  nothingMarkedMessage,
} from './decision-rules.ts';
import {
  choicesOf,
  choosing,
  choosingInvoice,
  decisionStates as states,
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

/** What `loadExpense` brings; accounting's first pass needs more. */
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
  /** Of the electronic invoices found, this one; only the supervisor chooses. */
  | { type: 'CHOOSE_INVOICE'; url: string };

/** What differs between the stages, beside the table of the domain. */
interface StageFlow {
  /** `supervisorDecision`, … */
  id: string;
  description: string;
  /** The box's screen, where the person is led back to. */
  box: 'verCajaSupervisor' | 'verCajaMantenimiento' | 'revisarCaja';
  choosesInvoice: boolean;
  nothingChosen: string;
  // Methods, since each stage takes facts and values of its own: its loader and its form bring no others.
  /** Everything that is wrong with the decision, as the law and the form say it. */
  refusals(choice: Choice, input: DecisionInput, facts: Facts, values: Values): Refusal[];
  request(choice: Choice, input: DecisionInput, facts: Facts, values: Values): SaveRequest;
}

const flows: Record<StageName, StageFlow> = {
  supervisor: {
    id: 'supervisorDecision',
    description: 'El supervisor decide un gasto.',
    box: 'verCajaSupervisor',
    choosesInvoice: true,
    nothingChosen: nothingChosenMessage,
    refusals: (choice, input, { expense }, values: SupervisorValues) =>
      supervisorRefusals(choice, input, expense, values),
    request: (choice, input, { expense }, values: SupervisorValues) =>
      supervisorRequest(choice, input, expense, values),
  },
  maintenance: {
    id: 'maintenanceDecision',
    description: 'Mantenimiento decide un gasto que lo espera.',
    box: 'verCajaMantenimiento',
    choosesInvoice: false,
    nothingChosen: nothingChosenMessage,
    refusals: (choice, input, { expense }, values) =>
      plainRefusals('maintenance', choice, input, expense, values),
    request: (choice, input, { expense }, values) => ({
      ...plainRequest('maintenance', choice, input, expense, values),
      item: 0,
    }),
  },
  accounting: {
    id: 'accountingDecision',
    description:
      'Contabilidad decide un gasto en su primera revisión y lo reparte en categorías e impuestos.',
    box: 'revisarCaja',
    choosesInvoice: false,
    nothingChosen: nothingMarkedMessage,
    refusals: accountingRefusals,
    request: accountingRequest,
  },
  final: {
    id: 'finalDecision',
    description: 'Contabilidad decide un gasto de manera definitiva.',
    box: 'revisarCaja',
    choosesInvoice: false,
    nothingChosen: nothingMarkedMessage,
    refusals: (choice, input, { expense }, values) =>
      plainRefusals('final', choice, input, expense, values),
    request: (choice, input, { expense }, values) =>
      plainRequest('final', choice, input, expense, values),
  },
};

/** The state that saves, by the call of its stage. */
const saving = {
  supervisor: savingBy('guardarSupervisor'),
  maintenance: savingBy('guardarMantenimiento'),
  accounting: savingBy('guardarContabilidad'),
  final: savingBy('guardarContabilidadFinal'),
} as const satisfies Record<StageName, object>;

const actors = {
  loadExpense: named<Facts, { id_gasto: number }>('loadExpense'),
  elegirFacturaElectronica: call('/elegirFacturaElectronica'),
  guardarSupervisor: call('/guardarSupervisor'),
  guardarMantenimiento: call('/guardarMantenimiento'),
  guardarContabilidad: call('/guardarContabilidad'),
  guardarContabilidadFinal: call('/guardarContabilidadFinal'),
};

/** A machine names the actors that its own states invoke; their types are those of all four. */
const actorsOf = (stage: StageName): typeof actors => {
  const { invoke } = saving[stage];
  return {
    loadExpense: actors.loadExpense,
    [invoke.src]: actors[invoke.src],
    ...(flows[stage].choosesInvoice && {
      elegirFacturaElectronica: actors.elegirFacturaElectronica,
    }),
  } as typeof actors;
};

/** What was chosen and typed. */
interface Decision {
  choice: Choice;
  values: Values;
}

function createDecisionMachine(stage: StageName) {
  const form = flows[stage];
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
        problem: problemOfRules([{ guardia: 'estado', mensaje: form.nothingChosen }]),
      }),
      keepInvoice: assign((_, { url }: { url: string }) => ({ url, problem: null })),
      /** The draft is given up: the form begins as the expense stands. */
      forgetChosen: assign({ chosen: null, problem: null }),
      /** What is shown now is what the person had before his or her eyes. */
      rememberShown: assign({ before: ({ context }) => context.facts }),
    },
  });

  return parts.createMachine({
    id: form.id,
    description: form.description,
    context: ({ input }) => ({
      ...input,
      facts: null,
      before: null,
      request: null,
      url: null,
      problem: null,
    }),
    initial: 'loading',
    output: ({ context }) => ({ route: form.box, params: { idCaja: context.id_caja } }),
    states: {
      loading: states.loading,
      failedToLoad: states.failedToLoad,
      forbidden: states.forbidden,
      opened: states.opened,
      reviewing: {
        description: 'En revisión',
        initial: 'undecided',
        on: form.choosesInvoice ? { ...choosing, ...choosingInvoice.on } : choosing,
        states: choicesOf(form.id),
      },
      readOnly: states.readOnly,
      ...(form.choosesInvoice && { choosingInvoice: choosingInvoice.state }),
      saving: saving[stage],
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

export const supervisorDecisionMachine = createDecisionMachine('supervisor');
export const maintenanceDecisionMachine = createDecisionMachine('maintenance');
export const accountingDecisionMachine = createDecisionMachine('accounting');
export const finalDecisionMachine = createDecisionMachine('final');
