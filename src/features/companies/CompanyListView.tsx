import { useActor } from '@xstate/react';
import { usePrefetched } from '../../wire/looking.actors.ts';
import { type CompanyRow, companyRecords } from '../records/record-list.actors.ts';
import type { DataTableColumn } from '../../ui/table/use-data-table.ts';
import { firstLists } from '../../app/screens/first-lists.ts';
import { pathTo } from '../../app/screens/paths.ts';
import { useListAddress } from '../../app/screens/use-list-address.ts';
import { useMayOpen } from '../../app/SessionProvider.tsx';
import { RecordList, deleteColumn, editColumn, toggleColumn } from '../records/RecordList.tsx';
import { textColumn } from '../records/list-table.tsx';

const nameOf = (row: CompanyRow): string => row.nombre;

const facts: readonly DataTableColumn<CompanyRow>[] = [
  textColumn('nombre', 'Nombre', nameOf, { isRowHeader: true }),
  textColumn('ciudad', 'Zona / ciudad', (row) => row.ciudad),
];

const edit = editColumn(nameOf, (row) => pathTo('editarEmpresa', { idEmpresa: row.id }));

/** listarEmpresa: the companies that carry the papers of the stores. */
export default function CompanyListView({
  machine = companyRecords,
}: {
  machine?: typeof companyRecords;
}) {
  const place = useListAddress(firstLists.listarEmpresa, facts);
  const [snapshot, send] = useActor(machine, usePrefetched(machine, { query: place.query }));
  const mayEdit = useMayOpen('editarEmpresa');
  return (
    <RecordList
      snapshot={snapshot}
      send={send}
      place={place}
      screen="listarEmpresa"
      creation={{ screen: 'crearEmpresa', label: 'Crear empresa' }}
      nameOf={nameOf}
      caption="Empresas de envío"
      columns={[
        ...facts,
        ...(mayEdit ? [edit] : []),
        toggleColumn(nameOf, { snapshot, send }),
        deleteColumn(nameOf, send),
      ]}
      searchPlaceholder="Buscar por nombre o ciudad"
      emptyTitle="Todavía no hay empresas de envío"
    />
  );
}
