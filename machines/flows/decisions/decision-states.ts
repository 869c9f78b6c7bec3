/**
 * The states that the four decision charts have in common. A chart names them where they belong; what
 * differs from stage to stage (`reviewing`, which call saves) stands in the chart itself.
 */
import type { RequestOf } from '#contract/contract.ts';
import type { StageName, stages } from '#machines/domain/stages.ts';
import type { Choice } from '#machines/domain/decision-event.ts';
import type { DecisionContext, DecisionValues } from './decision-rules.ts';
import { given } from '../result.ts';
import {
  asks,
  forbidden,
  looks,
  opens,
  refusedTo,
  retries,
  takes,
  unansweredTo,
  when,
} from '../steps.ts';

const idOf = ({ context }: { context: DecisionContext }) => ({ id_gasto: context.id_gasto });

/** The calls that save a decision: `guardarSupervisor`, … */
export type SaveName = (typeof stages)[StageName]['saves'];

/** The body of one of them. */
export type SaveRequest = RequestOf<`/${SaveName}`>;

const succeeded = when('succeeded');
const changedElsewhere = when('changedElsewhere');

/** A choice was made: the decision is saved when the law allows it, else the form says why not. */
function saves<Chosen extends Choice, Id extends string>(choice: Chosen, id: Id) {
  const params = <Values extends DecisionValues>({ event }: { event: { values: Values } }) => ({
    choice,
    values: event.values,
  });
  return {
    SAVE: [
      {
        guard: { type: 'decisionIsAllowed', params },
        target: `#${id}.saving`,
        actions: { type: 'keepDecision', params },
      },
      { actions: { type: 'explainDecision', params } },
    ],
  } as const;
}

export const choicesOf = <Id extends string>(id: Id) =>
  ({
    undecided: {
      description: 'Sin decidir',
      tags: 'undecided',
      on: { SAVE: { actions: 'explainNothingChosen' } },
    },
    approving: { description: 'Aprobando', tags: 'approving', on: saves('approved', id) },
    rejecting: { description: 'Rechazando', tags: 'rejecting', on: saves('rejected', id) },
    /** The choice as it was before a save or a reload. */
    asBefore: { description: 'Como estaba', type: 'history' },
  }) as const;

export const choosing = {
  DISCARD: { target: 'opened', actions: 'forgetChosen' },
  CHOOSE_APPROVED: { target: '.approving', actions: 'forgetProblem' },
  CHOOSE_REJECTED: { target: '.rejecting', actions: 'forgetProblem' },
} as const;

export const savingBy = <Name extends SaveName, Request = SaveRequest>(name: Name) =>
  ({
    description: 'Guardando la decisión',
    tags: 'pending',
    invoke: {
      id: name,
      src: name,
      input: ({ context }: { context: { request: Request | null } }) => given(context.request),
      onDone: [
        { guard: succeeded, target: 'saved' },
        { guard: when('sessionEnded'), ...refusedTo('failedToSave') },
        { guard: changedElsewhere, ...refusedTo('outdated') },
        refusedTo('reviewing.asBefore'),
      ],
      onError: unansweredTo('failedToSave'),
    },
  }) as const;

/** The supervisor's choice among the electronic invoices of an expense, and the state in which it is kept. */
export const choosingInvoice = {
  on: {
    CHOOSE_INVOICE: {
      guard: takes('invoiceIsOffered'),
      target: 'choosingInvoice',
      actions: takes('keepInvoice'),
    },
  },
  state: {
    description: 'Eligiendo factura',
    tags: 'pending',
    invoke: {
      id: 'elegirFacturaElectronica',
      src: 'elegirFacturaElectronica',
      input: ({ context }: { context: DecisionContext & { url: string | null } }) => ({
        id_gasto: context.id_gasto,
        recibo: given(context.facts).expense.recibo,
        url: given(context.url),
      }),
      onDone: [
        { guard: succeeded, target: 'reloading' },
        { guard: changedElsewhere, ...refusedTo('outdated') },
        refusedTo('reviewing.asBefore'),
      ],
      onError: unansweredTo('reviewing.asBefore'),
    },
  },
} as const;

export const decisionStates = {
  loading: {
    description: 'Cargando el gasto',
    tags: 'loading',
    invoke: {
      id: 'loadExpense',
      src: 'loadExpense',
      input: idOf,
      ...opens({ shown: 'opened', keep: 'keepFacts', failed: 'failedToLoad' }),
    },
  },
  failedToLoad: {
    description: 'No se pudo cargar',
    tags: ['failed', 'loadFailed'],
    on: retries('loading'),
  },
  forbidden,
  /** The form begins with the choice of a draft, or with an earlier decision that may be taken back. */
  opened: {
    description: 'Gasto abierto',
    always: [
      { guard: 'mayNotDecide', target: 'readOnly' },
      { guard: 'wasApproved', target: 'reviewing.approving' },
      { guard: 'wasRejected', target: 'reviewing.rejecting' },
      { target: 'reviewing' },
    ],
  },
  /** Where nothing is chosen. */
  openedOnce: {
    description: 'Gasto abierto',
    always: [{ guard: 'mayNotDecide', target: 'readOnly' }, { target: 'reviewing' }],
  },
  readOnly: { description: 'Solo lectura', tags: 'readOnly' },
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
      ...looks({ arrived: 'saveHadArrived', kept: 'saved', again: 'saving', lost: 'failedToSave' }),
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
      id: 'reloadExpense',
      src: 'loadExpense',
      input: idOf,
      ...asks({ shown: 'reopened', keep: 'keepFacts', failed: 'outdated' }),
    },
  },
  reopened: {
    description: 'Gasto reabierto',
    always: [{ guard: 'mayNotDecide', target: 'readOnly' }, { target: 'reviewing.asBefore' }],
  },
  saved: { description: 'Datos almacenados', tags: 'done', after: { redirectDelay: 'finished' } },
  finished: { description: 'Fin', type: 'final', tags: 'done' },
} as const;
