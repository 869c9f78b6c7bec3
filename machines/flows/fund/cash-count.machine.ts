import type { SnapshotFrom } from 'xstate';
import { denominations } from '#contract/calls/fund.calls.ts';
import type { AnswerOf, RequestOf } from '#contract/contract.ts';
import { successes, type FailedGuard, refusedIf } from '#contract/errors.ts';
import {
  type CountedFund,
  cashOf,
  countRefusals,
  differenceOf,
  piecesOf,
} from '../../domain/fund/fund.ts';
import { toCentavos } from '../../domain/values/money.ts';
import { type Problem, call, assertPresent, named } from '../steps/result.ts';
import {
  validated,
  flow,
  forbidden,
  requiredFrom,
  inputOf,
  loadState,
  isValid,
  retries,
  attemptState,
  loadFailedState,
  writeState,
} from '../steps/steps.ts';

/** Form of a cash count: pieces of each denomination as typed, and a note. */

export interface CountValues {
  /** As typed, in the order of the denominations; empty for none. */
  cantidades: readonly string[];
  nota: string;
}

export const initialCount: CountValues = { cantidades: denominations.map(() => ''), nota: '' };

/** A count and its idempotency key. */
interface SaveCount {
  request: RequestOf<'/guardarArqueo'>;
  idempotencyKey: string;
}

type Fund = Pick<
  AnswerOf<'/arqueos'>,
  'base' | 'en_caja' | 'en_proceso' | 'por_girar' | 'a_cargo_tienda'
>;

/** The fund of an answer, in centavos. */
export const countedFundOf = (fund: Fund): CountedFund => ({
  base: toCentavos(fund.base),
  current: toCentavos(fund.en_caja),
  enProceso: toCentavos(fund.en_proceso),
  porGirar: toCentavos(fund.por_girar),
  aCargo: toCentavos(fund.a_cargo_tienda),
});

const isQuantity = (typed: string): boolean => /^\d{0,5}$/.test(typed.trim());

/** Pieces of each denomination; an invalid quantity counts as 0. */
const quantitiesOf = ({ cantidades }: CountValues): number[] =>
  cantidades.map((typed) => (isQuantity(typed) ? Number(typed) : 0));

/** Cash and difference of the quantities typed so far, in centavos. */
export function countOf(values: CountValues, fund: Fund): { cash: number; difference: number } {
  const cash = cashOf(piecesOf(quantitiesOf(values)));
  return { cash, difference: differenceOf(countedFundOf(fund), cash) };
}

/** Why the count cannot be saved, by field; empty when it can. */
export function valueRefusals(values: CountValues, fund: Fund): FailedGuard[] {
  const wrong = values.cantidades.flatMap((typed, place) =>
    refusedIf(!isQuantity(typed), `cantidades.${place}`, 'Escriba cuántos hay: solo números.'),
  );
  return wrong.length > 0 ? wrong : countRefusals(countOf(values, fund).difference, values.nota);
}

const countRequest = (
  values: CountValues,
  { id_tienda, base, en_caja, en_proceso, por_girar, a_cargo_tienda }: Fund & { id_tienda: number },
): SaveCount['request'] => ({
  id_tienda,
  base,
  en_caja,
  en_proceso,
  por_girar,
  a_cargo_tienda,
  cantidades: quantitiesOf(values),
  nota: values.nota.trim(),
});

/**
 * The cash counts of a store: the expected cash, the earlier counts, and a new count.
 *
 * loading       the fund and the earlier counts are loading
 * failedToLoad  loading failed: RETRY
 * forbidden     the store does not exist, or the user may not see it
 * shown.idle    a count can be entered
 * shown.refused the form is incomplete, or the server refused the count and the fund was reloaded
 * shown.saved   success; the new count is in the list
 * saving        the count is being saved, with a key that makes a repeated call return the first one
 * failedToSave  no answer: the count may have arrived, so only the same count is sent again
 * refreshing    reloads the counts after a success
 * looking       reloads the fund after a refusal, since it may have changed
 */

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
  /** Unique per entered count: a repeated call does not create a second one. */
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
}).extend({ guards: { countIsComplete: isValid } });

const looksAt = (description: string, id: string, shown: string) =>
  loadState(description, 'arqueos', {
    input: inputOf('id_tienda'),
    assignTo: 'counts',
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
    loading: loadState('Cargando el fondo y los arqueos', 'arqueos', {
      input: inputOf('id_tienda'),
      assignTo: 'counts',
      shown: 'shown',
      hidden: 'forbidden',
      id: 'loadCounts',
    }),
    failedToLoad: loadFailedState,
    forbidden,
    shown: {
      description: 'Contando',
      tags: 'shown',
      initial: 'idle',
      on: {
        SAVE: validated('countIsComplete', 'saving', {
          refusals: ({ context, event }: Args) =>
            valueRefusals(event.values, assertPresent(context.counts)),
          assigns: ({ context, event: { values, idempotencyKey } }: Args) => ({
            request: {
              request: countRequest(values, assertPresent(context.counts)),
              idempotencyKey,
            },
          }),
          refused: '.refused',
        }),
      },
      states: {
        ...attemptState('No se guardó'),
        saved: { description: 'Datos almacenados', tags: 'done' },
      },
    },
    saving: writeState('Guardando el arqueo', 'guardarArqueo', {
      input: requiredFrom('request'),
      assignTo: 'saved',
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

/** Selectors of the cash counts of a store. */

export type CashCountSnapshot = SnapshotFrom<typeof cashCountMachine>;
export type CashCount = CashCounts['arqueos'][number];

/** Null until loaded; the previous counts during a reload. */
export const countsOf = ({ context }: CashCountSnapshot): CashCounts | null => context.counts;
/** The success message; null while there is none. */
export const noticeOf = (snapshot: CashCountSnapshot): string | null =>
  snapshot.matches({ shown: 'saved' }) ? successes.saved : null;
/** Id of the count last saved on this page; null before. */
export const lastSavedIdOf = ({ context }: CashCountSnapshot): number | null =>
  context.saved?.[0]?.id_arqueo ?? null;
