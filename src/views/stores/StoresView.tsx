import { useActor } from '@xstate/react';
import type { ProfileId } from '#machines/domain/profiles.ts';
import { actorOf } from '#machines/flows/session/session.selectors.ts';
import { type StoreRow, storeRecords } from '../../actors/record-list.actors.ts';
import { Session } from '../../actors/SessionProvider.tsx';
import { firstLists } from '../../screens/first-lists.ts';
import { RecordList } from '../records/RecordList.tsx';
import { toggleColumn } from '../records/record-columns.tsx';
import { type StoreColumnId, storeColumns } from './store-columns.tsx';

const nameOf = (row: StoreRow): string => row.nombre;

const everybody: readonly StoreColumnId[] = ['nombre', 'centro_costo', 'formato_tienda', 'ciudad'];
const withFund: readonly StoreColumnId[] = [
  ...everybody,
  'pettyCash',
  'base',
  'disponible',
  'reembolso',
];

/** Columns of a profile: a store sees its fund, an administrator edits and switches. */
const columnsFor: Partial<Record<ProfileId, readonly (StoreColumnId | 'toggle')[]>> = {
  1: [...everybody, 'edit', 'toggle'],
  2: withFund,
  4: withFund,
};

/** listarTiendas: an administrator keeps the stores, a store reaches its petty cash. */
export default function StoresView({ machine = storeRecords }: { machine?: typeof storeRecords }) {
  const { profile } = Session.useSelector(actorOf);
  const [snapshot, send] = useActor(machine, { input: { query: firstLists.listarTiendas } });
  const columns = { ...storeColumns, toggle: toggleColumn(nameOf, { snapshot, send }) };
  return (
    <RecordList
      snapshot={snapshot}
      send={send}
      screen="listarTiendas"
      creation={{ screen: 'crearTienda', label: 'Agregar tienda' }}
      nameOf={nameOf}
      caption="Tiendas"
      columns={(columnsFor[profile] ?? everybody).map((id) => columns[id])}
      searchPlaceholder="Buscar una tienda"
      emptyTitle="No hay tiendas a su cargo"
    />
  );
}
