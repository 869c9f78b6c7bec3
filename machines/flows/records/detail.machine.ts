/**
 * One thing that is only looked at: an expense, a box that nobody sends from here.
 *
 * loading   it comes
 * shown     it is there
 * failed    it did not come: try again
 * forbidden not there, or not for this person
 */
import { named } from '../steps/call-actors.ts';
import type { Problem } from '../steps/result.ts';
import { flow, forbidden, inputOf, keepsGiven, loads, unloaded } from '../steps/steps.ts';

interface DetailContext<Data, Key> {
  key: Key;
  data: Data | null;
  problem: Problem | null;
}

export type DetailEvent<Key> =
  | { type: 'RETRY' }
  /** Also over what is on its way: it may be older than what the person has done since. */
  | { type: 'REFRESH' }
  /** Another one; what is still on its way is forgotten, what was shown stays until it is there. */
  | { type: 'ASK'; key: Key };

/**
 * @typeParam Data what the page shows
 * @typeParam Key by what it is found
 */
export const createDetailMachine = <Data, Key>() =>
  flow<{ context: DetailContext<Data, Key>; events: DetailEvent<Key>; input: { key: Key } }>()({
    loadDetail: named<Data, { key: Key }>('loadDetail'),
  }).createMachine({
    id: 'detail',
    description: 'Algo que solo se mira: un gasto o una caja que desde allí nadie envía.',
    context: ({ input }) => ({ key: input.key, data: null, problem: null }),
    initial: 'loading',
    on: { ASK: { target: '.loading', actions: keepsGiven('key') } },
    states: {
      loading: {
        ...loads('Cargando', 'loadDetail', {
          input: inputOf('key'),
          keep: 'data',
          shown: 'shown',
          failed: 'failed',
          hidden: 'forbidden',
        }),
        on: { REFRESH: { target: 'loading', reenter: true } },
      },
      shown: { description: 'A la vista', tags: 'shown', on: { REFRESH: 'loading' } },
      failed: unloaded,
      forbidden,
    },
  });
