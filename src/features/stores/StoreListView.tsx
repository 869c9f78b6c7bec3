import { useActor } from '@xstate/react';
import { usePrefetched } from '../../wire/with-calls.ts';
import { storeList } from '../boxes/box-lists.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { firstLists } from '../../app/screens/first-lists.ts';
import { labelOf } from '../../app/screens/paths.ts';
import { useListAddress } from '../../app/screens/use-list-address.ts';
import { useListTable } from '../records/list-table.tsx';
import { type StoreColumnId, storeColumns } from './store-columns.tsx';

const shown: readonly StoreColumnId[] = [
  'nombre',
  'centro_costo',
  'formato_tienda',
  'ciudad',
  'history',
  'baseCaja',
  'disponible',
];

const columns = shown.map((id) => storeColumns[id]);

/** verTiendas: the stores whose history may be read. */
export default function StoreListView({ machine = storeList }: { machine?: typeof storeList }) {
  const place = useListAddress(firstLists.verTiendas, columns);
  const [snapshot, send] = useActor(machine, usePrefetched(machine, { query: place.query }));
  const table = useListTable(snapshot, send, place);
  return (
    <Page title={labelOf('verTiendas')}>
      <DataTable
        {...table}
        caption="Lista de tiendas"
        columns={columns}
        rowKey={(row) => row.id}
        searchPlaceholder="Buscar una tienda"
        emptyTitle="No hay tiendas a su cargo"
      />
    </Page>
  );
}
