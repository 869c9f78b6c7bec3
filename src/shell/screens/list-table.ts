import type {
  ListContext,
  ListEvent,
  ListPage,
  ListQuery,
} from '#machines/flows/records/list.machine.ts';
import { pageOf, queryOf, showsRows } from '#machines/flows/steps/result.ts';
import type { FlowTag } from '#machines/flows/steps/steps.ts';
import { type RestoredPosition, useListPosition } from '../../ui/table/list-positions.ts';
import type { DataTableProps } from '../../ui/table/use-data-table.ts';
import { tableLoadOf } from '../problems/LoadProblem.tsx';
import { firstPage } from './first-lists.ts';
import { type ListQueryState, useNewQuestion } from './use-list-address.ts';

/** Props of the table of a list whose page, order and search are in the address. */
export function useListTable<Row extends object, Query extends ListQuery>(
  snapshot: ListSnapshot<Row, Query>,
  send: (event: ListEvent<Query>) => void,
  { query, goWith }: ListQueryState<Query>,
): ListTableProps<Row> & { place: RestoredPosition } {
  useNewQuestion(query, (next) => send({ type: 'QUERY', query: next }));
  const place = useListPosition(showsRows(snapshot));
  return { ...listTable(snapshot, goWith, send), place };
}

export interface ListSnapshot<Row, Query> {
  context: ListContext<Row, Query>;
  hasTag(tag: FlowTag): boolean;
}

type ListTableProps<Row extends object> = Pick<
  DataTableProps<Row>,
  'rows' | 'status' | 'failureMessage' | 'supportCode' | 'server'
> & { onRetry: () => void };

/** Props of a table that the server pages, sorts and searches. */
export function listTable<Row extends object, Query extends ListQuery>(
  snapshot: ListSnapshot<Row, Query>,
  onQueryChange: (changes: ListQuery) => void,
  send: (event: ListEvent<Query>) => void,
): ListTableProps<Row> {
  return {
    ...tableLoadOf(snapshot, send),
    ...pageTable(pageOf(snapshot), queryOf(snapshot), onQueryChange),
  };
}

/** Props for the rows of a page and its position in the list of the server. */
export function pageTable<Row extends object>(
  { rows, total }: ListPage<Row>,
  {
    pagina = firstPage.pagina,
    limite = firstPage.limite,
    orden,
    direccion,
    buscar = '',
  }: ListQuery,
  onQueryChange: (changes: ListQuery) => void,
) {
  return {
    rows,
    server: { total, query: { pagina, limite, orden, direccion, buscar }, onQueryChange },
  };
}
