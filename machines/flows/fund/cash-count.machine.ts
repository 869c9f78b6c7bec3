/**
 * The cash counts of a store: what should be there, what was counted before, and a new count.
 *
 * loading       the fund and the counts of before come
 * failedToLoad  they did not: try again
 * forbidden     the store is not there, or not for this person
 * shown.idle    a count can be written
 * shown.refused the form is incomplete, or the server said why not: the fund was looked at again
 * shown.saved    success, with the count among those of before
 * saving        the count is under way, with a key that makes a repetition answer the first one
 * failedToSave  nobody answered: it may have arrived, so the same is sent again, never something else
 * refreshing    what was saved is looked at
 * looking       the server refused: the fund may be another one by now
 */
import type { AnswerOf } from '#contract/contract.ts';
import { call, named } from '../steps/call-actors.ts';
import { given, type Problem } from '../steps/result.ts';
import {
  tried,
  checks,
  flow,
  forbidden,
  givenIn,
  inputOf,
  loads,
  nothingIsWrong,
  retries,
  unloaded,
  writes,
} from '../steps/steps.ts';
import {
  type CountValues,
  countRequest,
  type SaveCount,
  valueRefusals,
} from './cash-count.form.ts';

export type CashCounts = AnswerOf<'/arqueos'>;

const nothing = {
  counts: null as CashCounts | null,
  request: null as SaveCount | null,
  saved: null as AnswerOf<'/guardarArqueo'> | null,
  problem: null as Problem | null,
};

interface CashCountInput {
  id_tienda: number;
}

export type CashCountContext = CashCountInput & typeof nothing;

interface Filled {
  values: CountValues;
  /** Unique for what is typed: a repetition is no second count. */
  idempotencyKey: string;
}

export type CashCountEvent = { type: 'RETRY' } | ({ type: 'SAVE' } & Filled);

interface Args {
  context: CashCountContext;
  event: Filled;
}

const cashCount = flow<{
  context: CashCountContext;
  events: CashCountEvent;
  input: CashCountInput;
}>()({
  arqueos: call('/arqueos'),
  guardarArqueo: named<AnswerOf<'/guardarArqueo'>, SaveCount>('guardarArqueo'),
}).extend({ guards: { countIsComplete: nothingIsWrong } });

const looksAt = (description: string, id: string, shown: string) =>
  loads(description, 'arqueos', {
    input: inputOf('id_tienda'),
    keep: 'counts',
    shown,
    id,
    tags: ['shown', 'pending'],
  });

export const cashCountMachine = cashCount.createMachine({
  id: 'cashCount',
  description: 'El arqueo de caja de una tienda: lo contado frente a su fondo.',
  context: ({ input }) => ({ ...input, ...nothing }),
  initial: 'loading',
  states: {
    loading: loads('Cargando el fondo y los arqueos', 'arqueos', {
      input: inputOf('id_tienda'),
      keep: 'counts',
      shown: 'shown',
      hidden: 'forbidden',
      id: 'loadCounts',
    }),
    failedToLoad: unloaded,
    forbidden,
    shown: {
      description: 'Contando',
      tags: 'shown',
      initial: 'idle',
      on: {
        SAVE: checks('countIsComplete', 'saving', {
          refusals: ({ context, event }: Args) =>
            valueRefusals(event.values, given(context.counts)),
          keep: ({ context, event: { values, idempotencyKey } }: Args) => ({
            request: { request: countRequest(values, given(context.counts)), idempotencyKey },
          }),
          refused: '.refused',
        }),
      },
      states: {
        ...tried('No se guardó'),
        saved: { description: 'Datos almacenados', tags: 'done' },
      },
    },
    saving: writes('Guardando el arqueo', 'guardarArqueo', {
      input: givenIn('request'),
      keep: 'saved',
      saved: 'refreshing',
      lost: 'failedToSave',
      refused: 'looking',
      tags: ['shown', 'pending'],
    }),
    failedToSave: {
      description: 'Guardado sin respuesta',
      tags: ['shown', 'failed'],
      on: retries('saving'),
    },
    refreshing: looksAt('Consultando lo guardado', 'refreshCounts', 'shown.saved'),
    looking: looksAt('Mirando cómo está el fondo', 'lookAtCounts', 'shown.refused'),
  },
});
