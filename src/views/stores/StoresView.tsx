import { useActor } from '@xstate/react';
import { Plus } from 'lucide-react';
import type { ProfileId } from '#machines/domain/permissions.ts';
import { isToggling } from '#machines/flows/records/record-list.selectors.ts';
import { actorOf } from '#machines/flows/session/session.selectors.ts';
import { type StoreRow, storeRecords } from '../../actors/record-list.actors.ts';
import { Session } from '../../actors/SessionProvider.tsx';
import { DataTable } from '../../components/DataTable.tsx';
import { LinkButton } from '../../components/LinkButton.tsx';
import { Page } from '../../components/Page.tsx';
import { labelOf } from '../../screens/labels.ts';
import { pathTo } from '../../screens/paths.ts';
import { useMayOpen } from '../../screens/use-may-open.ts';
import { firstPage, listTable } from '../records/list-table.ts';
import { RecordChange } from '../records/RecordChange.tsx';
import { toggleColumn } from '../records/record-columns.tsx';
import { byName, type StoreColumnId, storeColumns } from './store-columns.tsx';

const everybody: readonly StoreColumnId[] = ['nombre', 'centro_costo', 'formato_tienda', 'ciudad'];
const withFund: readonly StoreColumnId[] = [
  ...everybody,
  'pettyCash',
  'base',
  'disponible',
  'reembolso',
];

/** What a store sees of its stores, and what an administrator does with them. */
const columnsFor: Partial<Record<ProfileId, readonly (StoreColumnId | 'toggle')[]>> = {
  1: [...everybody, 'edit', 'toggle'],
  2: withFund,
  4: withFund,
};

/** listarTiendas: an administrator keeps the stores, a store reaches its petty cash. */
export default function StoresView({ machine = storeRecords }: { machine?: typeof storeRecords }) {
  const { profile } = Session.useSelector(actorOf);
  const mayAdd = useMayOpen('crearTienda');
  const [snapshot, send] = useActor(machine, { input: { query: { ...firstPage, ...byName } } });
  const columns = {
    ...storeColumns,
    toggle: toggleColumn<StoreRow>({
      nameOf: (row) => row.nombre,
      isBusy: (id) => isToggling(snapshot, id),
      may: (event) => snapshot.can(event),
      send,
    }),
  };
  return (
    <Page
      title={labelOf('listarTiendas')}
      actions={
        mayAdd ? (
          <LinkButton to={pathTo('crearTienda')} icon={Plus}>
            Agregar tienda
          </LinkButton>
        ) : null
      }
    >
      <RecordChange snapshot={snapshot} send={send} />
      <DataTable
        {...listTable(snapshot, send)}
        caption="Tiendas"
        columns={(columnsFor[profile] ?? everybody).map((id) => columns[id])}
        rowKey={(row) => row.id}
        searchPlaceholder="Buscar una tienda"
        emptyTitle="No hay tiendas a su cargo"
      />
    </Page>
  );
}
