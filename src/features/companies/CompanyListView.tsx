import { useActor } from '@xstate/react';
import { usePrefetched } from '../../wire/with-calls.ts';
import { type CompanyRow, companyRecords } from '../records/record-list.actors.ts';
import type { DataTableColumn } from '../../ui/table/use-data-table.ts';
import { firstLists } from '../../shell/screens/first-lists.ts';
import { pathTo } from '../../shell/screens/paths.ts';
import { useListAddress } from '../../shell/screens/use-list-address.ts';
import { useMayOpen } from '../../shell/session.ts';
import { RecordList, deleteAction, toggleColumn } from '../records/RecordList.tsx';
import { textColumn } from '../../ui/table/columns.tsx';

const nameOf = (row: CompanyRow): string => row.nombre;

const facts: readonly DataTableColumn<CompanyRow>[] = [
  textColumn('nombre', 'Nombre', nameOf, { isRowHeader: true }),
  textColumn('ciudad', 'Zona / ciudad', (row) => row.ciudad, { card: 'state' }),
];

const edit = { to: (row: CompanyRow) => pathTo('editarEmpresa', { idEmpresa: row.id }) };

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
      edit={mayEdit ? edit : undefined}
      actionsOf={(row) => [deleteAction(row.nombre, row, send)]}
      columns={[...facts, toggleColumn(nameOf, { snapshot, send })]}
      searchPlaceholder="Buscar por nombre o ciudad"
      emptyTitle="Todavía no hay empresas de envío"
    />
  );
}
