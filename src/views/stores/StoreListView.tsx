import { useActor } from '@xstate/react';
import { storeList } from '../../actors/list-boxes.actors.ts';
import { DataTable } from '../../components/DataTable.tsx';
import { Page } from '../../components/Page.tsx';
import { firstLists } from '../../screens/first-lists.ts';
import { labelOf } from '../../screens/labels.ts';
import { listTable } from '../records/list-table.ts';
import { type StoreColumnId, storeColumns } from './store-columns.tsx';

const columns: readonly StoreColumnId[] = [
  'nombre',
  'centro_costo',
  'formato_tienda',
  'ciudad',
  'history',
  'baseCaja',
  'disponible',
];

/** verTiendas: the stores whose history may be read. */
export default function StoreListView({ machine = storeList }: { machine?: typeof storeList }) {
  const [snapshot, send] = useActor(machine, { input: { query: firstLists.verTiendas } });
  return (
    <Page title={labelOf('verTiendas')}>
      <DataTable
        {...listTable(snapshot, send)}
        caption="Lista de tiendas"
        columns={columns.map((id) => storeColumns[id])}
        rowKey={(row) => row.id}
        searchPlaceholder="Buscar una tienda"
        emptyTitle="No hay tiendas a su cargo"
      />
    </Page>
  );
}
