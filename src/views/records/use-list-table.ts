import { useNewQuestion } from '../../components/use-new-question.ts';
import { type PlaceInList, useLeftPlace } from '../../components/use-left-place.ts';
import type { ListEvent, ListQuery } from '#machines/flows/records/list.machine.ts';
import type { ListPlace } from '../../screens/use-list-address.ts';
import { type ListSnapshot, type ListTableProps, listTable } from './list-table.ts';

/** Properties of the table of a list whose page, order and search stand in the address. */
export function useListTable<Row extends object, Query extends ListQuery>(
  snapshot: ListSnapshot<Row, Query>,
  send: (event: ListEvent<Query>) => void,
  { query, goWith }: ListPlace<Query>,
): ListTableProps<Row> & { place: PlaceInList } {
  useNewQuestion(query, (asked) => send({ type: 'QUERY', query: asked }));
  const place = useLeftPlace(snapshot.hasTag('rows'));
  return { ...listTable(snapshot, goWith, send), place };
}
