import { type Problem, named } from '../steps/result.ts';
import { flow, forbidden, inputOf, keepsGiven, loads, unloaded } from '../steps/steps.ts';

/**
 * A list that is only looked at: history, pending boxes, stores.
 *
 * loading    the rows come; those of before stay visible
 * showing    there are rows
 * empty      there are none
 * failed     they did not come: try again
 * forbidden  not there, or not for this person
 */

/** Paging, ordering and searching, as every list of the contract takes them. */
export interface ListQuery {
  pagina?: number | undefined;
  limite?: number | undefined;
  orden?: string | undefined;
  direccion?: 'asc' | 'desc' | undefined;
  buscar?: string | undefined;
}

export interface ListPage<Row> {
  rows: readonly Row[];
  /** Rows of the whole list: `X-Total-Count`. */
  total: number;
}

export interface ListContext<Row, Query> {
  query: Query;
  /** That of before while another one is loading. */
  page: ListPage<Row>;
  problem: Problem | null;
}

export type ListEvent<Query> =
  | { type: 'RETRY' }
  /** Also over rows that are on their way: they may be older than what the person has done since. */
  | { type: 'REFRESH' }
  /** Another page, order or search; what is still on its way is forgotten. */
  | { type: 'QUERY'; query: Query };

export const firstContext = <Query>({ input }: { input: { query: Query } }) => ({
  query: input.query,
  page: { rows: [], total: 0 },
  problem: null,
});

/** The states of rows that come by pages. */
export const rowStates = {
  loading: loads('Cargando la lista', 'loadRows', {
    input: inputOf('query'),
    keep: 'page',
    shown: 'showing',
    empty: 'empty',
    failed: 'failed',
    hidden: 'forbidden',
  }),
  showing: { description: 'Lista a la vista', tags: 'rows' },
  empty: { description: 'Lista vacía', tags: 'empty' },
  failed: unloaded,
  forbidden,
} as const;

/**
 * @typeParam Row a row of the answer
 * @typeParam Query the body of the call without its token
 */
export const createListMachine = <Row, Query extends object>() =>
  flow<{ context: ListContext<Row, Query>; events: ListEvent<Query>; input: { query: Query } }>()({
    loadRows: named<ListPage<Row>, { query: Query }>('loadRows'),
  }).createMachine({
    id: 'list',
    description: 'Una lista que solo se mira: historial, cajas pendientes, tiendas.',
    context: firstContext,
    initial: 'loading',
    on: { QUERY: { target: '.loading', actions: keepsGiven('query') } },
    states: {
      ...rowStates,
      loading: { ...rowStates.loading, on: { REFRESH: { target: 'loading', reenter: true } } },
      showing: { ...rowStates.showing, on: { REFRESH: 'loading' } },
      empty: { ...rowStates.empty, on: { REFRESH: 'loading' } },
    },
  });

/**
 * One thing that is only looked at: an expense, a box that nobody sends from here.
 *
 * loading   it comes
 * shown     it is there
 * failed    it did not come: try again
 * forbidden not there, or not for this person
 */

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

/** When somebody looked at a list that changes by itself, so that what is new in it can be marked. */

export interface Visit {
  /** End of the visit before this one, epoch milliseconds; null for the first. */
  before: number | null;
  /** The last look of this one. */
  last: number;
}

/** Looks that are this close, in whichever tab, are one visit: a reload does not make new things old. */
const visitGap = 30 * 60_000;

/** The visit of somebody who looks now. @param known the last one; null when there was none */
export function visitAt(known: Visit | null, now: number): Visit {
  if (known === null) return { before: null, last: now };
  return now - known.last < visitGap ? { ...known, last: now } : { before: known.last, last: now };
}
