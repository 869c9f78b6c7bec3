/**
 * The cash counts of a store: what should be there, what was counted before, and a new count.
 *
 * loading       the fund and the counts of before come
 * failedToLoad  they did not: try again
 * forbidden     the store is not there, or not for this person
 * shown.idle    a count can be written
 * shown.refused the form is incomplete, or the server said why not: the fund was looked at again
 * shown.kept    success, with the count among those of before
 * saving        the count is under way, with a key that makes a repetition answer the first one
 * failedToSave  nobody answered: it may have arrived, so the same is sent again, never something else
 * refreshing    what was kept is looked at
 * looking       the server refused: the fund may be another one by now
 */
import { assign } from 'xstate';
import type { AnswerOf } from '#contract/contract.ts';
import { call, named } from '../call-actors.ts';
import { given, type Problem, problemOfRules } from '../result.ts';
import {
  attempts,
  flow,
  forbidden,
  inputOf,
  keepsAs,
  loads,
  refusedTo,
  retries,
  takes,
  unansweredTo,
  unloaded,
  when,
} from '../steps.ts';
import {
  type CountValues,
  countRequest,
  type SaveCount,
  valueRefusals,
} from './cash-count.form.ts';

export type CashCounts = AnswerOf<'/arqueos'>;

export interface CashCountInput {
  id_tienda: number;
}

export interface CashCountContext extends CashCountInput {
  counts: CashCounts | null;
  request: SaveCount | null;
  saved: AnswerOf<'/guardarArqueo'> | null;
  problem: Problem | null;
}

interface Filled {
  values: CountValues;
  /** Unique for what is typed: a repetition is no second count. */
  idempotencyKey: string;
}

export type CashCountEvent = { type: 'RETRY' } | ({ type: 'SAVE' } & Filled);

const cashCount = flow({
  types: {
    context: {} as CashCountContext,
    events: {} as CashCountEvent,
    input: {} as CashCountInput,
  },
  actors: {
    arqueos: call('/arqueos'),
    guardarArqueo: named<AnswerOf<'/guardarArqueo'>, SaveCount>('guardarArqueo'),
  },
}).extend({
  guards: {
    countIsComplete: ({ context }, { values }: Filled) =>
      valueRefusals(values, given(context.counts)).length === 0,
  },
  actions: {
    keepCount: assign(({ context }, { values, idempotencyKey }: Filled) => ({
      request: { request: countRequest(values, given(context.counts)), idempotencyKey },
      problem: null,
    })),
    explainCount: assign(({ context }, { values }: Filled) => ({
      problem: problemOfRules(valueRefusals(values, given(context.counts))),
    })),
  },
});

const looksAt = (id: string, shown: string) =>
  ({ ...loads('arqueos', { keep: 'counts', shown, id }), input: inputOf('id_tienda') }) as const;

export const cashCountMachine = cashCount.createMachine({
  id: 'cashCount',
  description: 'El arqueo de caja de una tienda: lo contado frente a su fondo.',
  context: ({ input }) => ({ ...input, counts: null, request: null, saved: null, problem: null }),
  initial: 'loading',
  states: {
    loading: {
      description: 'Cargando el fondo y los arqueos',
      tags: 'loading',
      invoke: {
        ...loads('arqueos', {
          keep: 'counts',
          shown: 'shown',
          hidden: 'forbidden',
          id: 'loadCounts',
        }),
        input: inputOf('id_tienda'),
      },
    },
    failedToLoad: unloaded,
    forbidden,
    shown: {
      description: 'Contando',
      tags: 'shown',
      initial: 'idle',
      on: {
        SAVE: [
          { guard: takes('countIsComplete'), target: 'saving', actions: takes('keepCount') },
          { target: '.refused', actions: takes('explainCount') },
        ],
      },
      states: {
        ...attempts('No se guardó'),
        kept: { description: 'Datos almacenados', tags: 'done' },
      },
    },
    saving: {
      description: 'Guardando el arqueo',
      tags: ['shown', 'pending'],
      invoke: {
        id: 'guardarArqueo',
        src: 'guardarArqueo',
        input: ({ context }) => given(context.request),
        onDone: [
          { guard: when('succeeded'), target: 'refreshing', actions: keepsAs('saved') },
          { guard: when('sessionEnded'), ...refusedTo('failedToSave') },
          refusedTo('looking'),
        ],
        onError: unansweredTo('failedToSave'),
      },
    },
    failedToSave: {
      description: 'Guardado sin respuesta',
      tags: ['shown', 'failed'],
      on: retries('saving'),
    },
    refreshing: {
      description: 'Consultando lo guardado',
      tags: ['shown', 'pending'],
      invoke: looksAt('refreshCounts', 'shown.kept'),
    },
    looking: {
      description: 'Mirando cómo está el fondo',
      tags: ['shown', 'pending'],
      invoke: looksAt('lookAtCounts', 'shown.refused'),
    },
  },
});
