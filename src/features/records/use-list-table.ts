import type { ListContext, ListEvent, ListQuery } from '#machines/flows/records/list.machine.ts';
import type { FlowTag } from '#machines/flows/steps/steps.ts';
import { pageOf, queryOf, showsRows } from '#machines/flows/steps/result.ts';
import { useNewQuestion } from '../../ui/fields/use-new-question.ts';
import { type PlaceInList, useLeftPlace } from '../../ui/table/use-left-place.ts';
import type { ListPlace } from '../../app/screens/use-list-address.ts';
import type { DataTableProps } from '../../ui/table/data-table-props.ts';
import { firstPage } from '../../app/screens/first-lists.ts';
import { tableLoadOf } from '../../app/problems/load-of.ts';

/** Properties of the table of a list whose page, order and search stand in the address. */
export function useListTable<Row extends object, Query extends ListQuery>(
  snapshot: ListSnapshot<Row, Query>,
  send: (event: ListEvent<Query>) => void,
  { query, goWith }: ListPlace<Query>,
): ListTableProps<Row> & { place: PlaceInList } {
  useNewQuestion(query, (next) => send({ type: 'QUERY', query: next }));
  const place = useLeftPlace(showsRows(snapshot));
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

/** Properties of a table whose pages, order and search are the server's. */
export function listTable<Row extends object, Query extends ListQuery>(
  snapshot: ListSnapshot<Row, Query>,
  onQueryChange: (changes: ListQuery) => void,
  send: (event: ListEvent<Query>) => void,
): ListTableProps<Row> {
  const query = queryOf(snapshot);
  const { rows, total } = pageOf(snapshot);
  const { pagina = firstPage.pagina, limite = firstPage.limite, buscar = '' } = query;
  return {
    ...tableLoadOf(snapshot, send),
    rows,
    server: {
      total,
      query: { pagina, limite, orden: query.orden, direccion: query.direccion, buscar },
      onQueryChange,
    },
  };
}
