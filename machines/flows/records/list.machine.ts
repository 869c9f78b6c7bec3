import { type Problem, named } from '../steps/result.ts';
import {
  flow,
  forbidden,
  inputOf,
  assignFromEvent,
  loadState,
  loadFailedState,
} from '../steps/steps.ts';

/**
 * A read-only list: history, pending boxes, stores.
 *
 * opening    transient: are there rows already, prefetched before the page needed them?
 * loading    the rows are loading; the previous ones stay visible
 * showing    there are rows
 * empty      there are no rows
 * failed     loading failed: RETRY
 * forbidden  the list does not exist, or the user may not see it
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
  /** Number of rows of the whole list: `X-Total-Count`. */
  total: number;
}

export interface ListContext<Row, Query> {
  query: Query;
  /** The previous page while another one is loading. */
  page: ListPage<Row>;
  problem: Problem | null;
}

export type ListEvent<Query> =
  | { type: 'RETRY' }
  /** Also restarts a load that is under way: its rows may be older than the user's last change. */
  | { type: 'REFRESH' }
  /** Another page, order or search; a load that is under way is discarded. */
  | { type: 'QUERY'; query: Query };

export interface ListInput<Row, Query> {
  query: Query;
  /** The rows of the query, when they were prefetched. */
  page?: ListPage<Row>;
}

const noPage: ListPage<never> = { rows: [], total: 0 };

export const firstContext = <Row, Query>({
  input: { query, page = noPage },
}: {
  input: ListInput<Row, Query>;
}): ListContext<Row, Query> => ({ query, page, problem: null });

/** Guards of `rowStates`. */
export const rowGuards = {
  hasRows: ({ context }: { context: { page: ListPage<unknown> } }): boolean =>
    context.page.rows.length > 0,
  pageIsKnown: ({ context }: { context: { page: ListPage<unknown> } }): boolean =>
    context.page !== noPage,
};

/** The states of a paged list. */
export const rowStates = {
  opening: {
    description: 'Abriendo la lista',
    always: [
      { guard: 'hasRows', target: 'showing' },
      { guard: 'pageIsKnown', target: 'empty' },
      { target: 'loading' },
    ],
  },
  loading: loadState('Cargando la lista', 'loadRows', {
    input: inputOf('query'),
    assignTo: 'page',
    shown: 'showing',
    empty: 'empty',
    failed: 'failed',
    hidden: 'forbidden',
  }),
  showing: { description: 'Lista a la vista', tags: 'rows' },
  empty: { description: 'Lista vacía', tags: 'empty' },
  failed: loadFailedState,
  forbidden,
} as const;

/**
 * @typeParam Row a row of the answer
 * @typeParam Query the body of the call without its token
 */
export const createListMachine = <Row, Query extends object>() =>
  flow<{
    context: ListContext<Row, Query>;
    events: ListEvent<Query>;
    input: ListInput<Row, Query>;
  }>()({
    loadRows: named<ListPage<Row>, { query: Query }>('loadRows'),
  })
    .extend({ guards: rowGuards })
    .createMachine({
      id: 'list',
      description: 'Una lista que solo se mira: historial, cajas pendientes, tiendas.',
      context: firstContext,
      initial: 'opening',
      on: { QUERY: { target: '.loading', actions: assignFromEvent('query') } },
      states: {
        ...rowStates,
        loading: { ...rowStates.loading, on: { REFRESH: { target: 'loading', reenter: true } } },
        showing: { ...rowStates.showing, on: { REFRESH: 'loading' } },
        empty: { ...rowStates.empty, on: { REFRESH: 'loading' } },
      },
    });

/**
 * One read-only record: an expense, or a box that cannot be sent from this page.
 *
 * opening   transient: are the data already there?
 * loading   the data are loading
 * shown     the data are shown
 * failed    loading failed: RETRY
 * forbidden the record does not exist, or the user may not see it
 */

interface DetailContext<Data, Key> {
  key: Key;
  data: Data | null;
  problem: Problem | null;
}

export type DetailEvent<Key> =
  | { type: 'RETRY' }
  /** Also restarts a load that is under way: its data may be older than the user's last change. */
  | { type: 'REFRESH' }
  /** Another record; a load that is under way is discarded, the previous data stay until the new ones are there. */
  | { type: 'ASK'; key: Key };

/**
 * @typeParam Data the data that the page shows
 * @typeParam Key identifies the data
 */
export const createDetailMachine = <Data, Key>() =>
  flow<{
    context: DetailContext<Data, Key>;
    events: DetailEvent<Key>;
    /** With the prefetched data, if any. */
    input: { key: Key; data?: Data };
  }>()({
    loadDetail: named<Data, { key: Key }>('loadDetail'),
  })
    .extend({ guards: { hasData: ({ context }) => context.data !== null } })
    .createMachine({
      id: 'detail',
      description: 'Algo que solo se mira: un gasto o una caja que desde allí nadie envía.',
      context: ({ input: { key, data = null } }) => ({ key, data, problem: null }),
      initial: 'opening',
      on: { ASK: { target: '.loading', actions: assignFromEvent('key') } },
      states: {
        opening: {
          description: 'Abriendo',
          always: [{ guard: 'hasData', target: 'shown' }, { target: 'loading' }],
        },
        loading: {
          ...loadState('Cargando', 'loadDetail', {
            input: inputOf('key'),
            assignTo: 'data',
            shown: 'shown',
            failed: 'failed',
            hidden: 'forbidden',
          }),
          on: { REFRESH: { target: 'loading', reenter: true } },
        },
        shown: { description: 'A la vista', tags: 'shown', on: { REFRESH: 'loading' } },
        failed: loadFailedState,
        forbidden,
      },
    });

/** Visits of a user to a list that other users change, so that its new entries can be marked. */

export interface Visit {
  /** End of the visit before this one, epoch milliseconds; null for the first. */
  before: number | null;
  /** The last look of this visit, epoch milliseconds. */
  last: number;
}

/** In milliseconds; looks within this gap, in any tab, are one visit: a reload does not unmark new entries. */
const visitGap = 30 * 60_000;

/** The visit to which a look at `now` belongs. @param known the last visit; null when there was none */
export function visitAt(known: Visit | null, now: number): Visit {
  if (known === null) return { before: null, last: now };
  return now - known.last < visitGap ? { ...known, last: now } : { before: known.last, last: now };
}
