import { useActor } from '@xstate/react';
import type { ProfileId } from '#machines/domain/permissions.ts';
import { actorOf } from '#machines/flows/session.selectors.ts';
import { storeList } from '../../actors/list-boxes.actors.ts';
import { Session } from '../../actors/SessionProvider.tsx';
import { DataTable } from '../../components/DataTable.tsx';
import { Page } from '../../components/Page.tsx';
import { firstPage, listTable } from '../shared/list-table.ts';
import { byName, type StoreColumnId, storeColumns } from './store-columns.tsx';

const everybody: readonly StoreColumnId[] = ['nombre', 'centro_costo', 'formato_tienda', 'ciudad'];
const withFund: readonly StoreColumnId[] = [
  ...everybody,
  'pettyCash',
  'base',
  'disponible',
  'reembolso',
];

const columnsFor: Partial<Record<ProfileId, readonly StoreColumnId[]>> = {
  1: [...everybody, 'edit'],
  2: withFund,
  4: withFund,
};

/** listarTiendas: an administrator keeps the stores, a store reaches its petty cash. */
export default function StoresView({ machine = storeList }: { machine?: typeof storeList }) {
  const { profile } = Session.useSelector(actorOf);
  const [snapshot, send] = useActor(machine, { input: { query: { ...firstPage, ...byName } } });
  return (
    <Page title="Tiendas">
      <DataTable
        {...listTable(snapshot, send)}
        caption="Tiendas"
        columns={(columnsFor[profile] ?? everybody).map((id) => storeColumns[id])}
        rowKey={(row) => row.id}
        searchPlaceholder="Buscar una tienda"
        emptyTitle="No hay tiendas a su cargo"
      />
    </Page>
  );
}
