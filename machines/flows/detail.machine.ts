/**
 * One thing that is only looked at: an expense, a box that nobody sends from here.
 *
 * loading it comes
 * shown   it is there
 * failed  it did not come: try again
 */
import { assign, setup } from 'xstate';
import { named } from './calls.ts';
import { failureOf, outputOf } from './projections.ts';
import {
  type Failure,
  type Problem,
  problemOfFailure,
  problemOfResult,
  type Result,
  resultGuards,
} from './result.ts';

export interface DetailContext<Data, Key> {
  key: Key;
  data: Data | null;
  problem: Problem | null;
}

export type DetailEvent<Key> =
  | { type: 'RETRY' }
  | { type: 'REFRESH' }
  /** Another one; what is still on its way is forgotten, what was shown stays until it is there. */
  | { type: 'ASK'; key: Key };

/**
 * @typeParam Data what the page shows
 * @typeParam Key by what it is found
 */
export const createDetailMachine = <Data, Key>() =>
  setup({
    types: {
      context: {} as DetailContext<Data, Key>,
      events: {} as DetailEvent<Key>,
      input: {} as { key: Key },
      tags: {} as 'loading' | 'failed' | 'shown',
    },
    actors: { loadDetail: named<Data, { key: Key }>('loadDetail') },
    guards: resultGuards,
    actions: {
      keepData: assign((_, result: Result<Data>) => (result.ok ? { data: result.answer } : {})),
      keepRefusal: assign((_, result: Result<unknown>) => ({ problem: problemOfResult(result) })),
      keepFailure: assign((_, { error }: Failure) => ({ problem: problemOfFailure(error) })),
      keepKey: assign(({ event }) => (event.type === 'ASK' ? { key: event.key } : {})),
      forgetProblem: assign({ problem: null }),
    },
  }).createMachine({
    id: 'detail',
    description: 'Algo que solo se mira: un gasto o una caja que desde allí nadie envía.',
    context: ({ input }) => ({ key: input.key, data: null, problem: null }),
    initial: 'loading',
    on: {
      ASK: { target: '.loading', actions: ['keepKey', 'forgetProblem'] },
    },
    states: {
      loading: {
        description: 'Cargando',
        tags: 'loading',
        invoke: {
          id: 'loadDetail',
          src: 'loadDetail',
          input: ({ context }) => ({ key: context.key }),
          onDone: [
            {
              guard: { type: 'succeeded', params: outputOf },
              target: 'shown',
              actions: { type: 'keepData', params: outputOf },
            },
            { target: 'failed', actions: { type: 'keepRefusal', params: outputOf } },
          ],
          onError: { target: 'failed', actions: { type: 'keepFailure', params: failureOf } },
        },
      },
      shown: { description: 'A la vista', tags: 'shown', on: { REFRESH: 'loading' } },
      failed: {
        description: 'No se pudo cargar',
        tags: 'failed',
        on: { RETRY: { target: 'loading', actions: 'forgetProblem' } },
      },
    },
  });
