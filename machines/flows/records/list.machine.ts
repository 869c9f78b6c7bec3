import { type Problem, named } from '../steps/result.ts';
import { flow, forbidden, inputOf, assignFromEvent, loads, unloaded } from '../steps/steps.ts';

/**
 * A list that is only looked at: history, pending boxes, stores.
 *
 * opening    passing: are there rows already, asked for before the page needed them?
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

export interface ListInput<Row, Query> {
  query: Query;
  /** The rows of the query, where they are there already. */
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

/** The states of rows that come by pages. */
export const rowStates = {
  opening: {
    description: 'Abriendo la lista',
    always: [
      { guard: 'hasRows', target: 'showing' },
      { guard: 'pageIsKnown', target: 'empty' },
      { target: 'loading' },
    ],
  },
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
 * One thing that is only looked at: an expense, a box that nobody sends from here.
 *
 * opening   passing: is it there already?
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
  flow<{
    context: DetailContext<Data, Key>;
    events: DetailEvent<Key>;
    /** With what is there already. */
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
