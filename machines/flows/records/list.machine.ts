/**
 * A list that is only looked at: history, pending boxes, stores.
 *
 * loading    the rows come; those of before stay visible
 * showing    there are rows
 * empty      there are none
 * failed     they did not come: try again
 * forbidden  not there, or not for this person
 */
import { assign } from 'xstate';
import { named } from '../call-actors.ts';
import type { Problem, Result } from '../result.ts';
import { flow, forbidden, opensRows, retries, takes } from '../steps.ts';

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

export interface ListContext<Row, Query> extends ListPage<Row> {
  query: Query;
  problem: Problem | null;
}

export type ListEvent<Query> =
  | { type: 'RETRY' }
  | { type: 'REFRESH' }
  /** Another page, order or search; what is still on its way is forgotten. */
  | { type: 'QUERY'; query: Query };

/**
 * @typeParam Row a row of the answer
 * @typeParam Query the body of the call without its token
 */
export const createListMachine = <Row, Query extends object>() => {
  const parts = flow({
    types: {
      context: {} as ListContext<Row, Query>,
      events: {} as ListEvent<Query>,
      input: {} as { query: Query },
      tags: {} as 'loading' | 'forbidden' | 'failed' | 'empty' | 'rows',
    },
    actors: { loadRows: named<ListPage<Row>, { query: Query }>('loadRows') },
  }).extend({
    guards: {
      hasNoRows: (_, result: Result<ListPage<Row>>) => result.ok && result.answer.rows.length === 0,
    },
    actions: {
      keepPage: assign((_, { rows, total }: ListPage<Row>) => ({ rows, total })),
      keepQuery: assign((_, { query }: { query: Query }) => ({ query, problem: null })),
    },
  });

  return parts.createMachine({
    id: 'list',
    description: 'Una lista que solo se mira: historial, cajas pendientes, tiendas.',
    context: ({ input }) => ({ query: input.query, rows: [], total: 0, problem: null }),
    initial: 'loading',
    on: { QUERY: { target: '.loading', actions: takes('keepQuery') } },
    states: {
      loading: {
        description: 'Cargando la lista',
        tags: 'loading',
        invoke: {
          id: 'loadRows',
          src: 'loadRows',
          input: ({ context }) => ({ query: context.query }),
          ...opensRows({ shown: 'showing', empty: 'empty', keep: 'keepPage', failed: 'failed' }),
        },
      },
      showing: { description: 'Lista a la vista', tags: 'rows', on: { REFRESH: 'loading' } },
      empty: { description: 'Lista vacía', tags: 'empty', on: { REFRESH: 'loading' } },
      failed: { description: 'No se pudo cargar', tags: 'failed', on: retries('loading') },
      forbidden,
    },
  });
};
