/**
 * A list that is only looked at: history, pending boxes, stores.
 *
 * loading    the rows come; those of before stay visible
 * showing    there are rows
 * empty      there are none
 * failed     they did not come: try again
 * forbidden  not there, or not for this person
 */
import { named } from '../steps/call-actors.ts';
import type { Problem } from '../steps/result.ts';
import { flow, forbidden, inputOf, keepsGiven, loads, unloaded } from '../steps/steps.ts';

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
