import { useActor } from '@xstate/react';
import { Plus } from 'lucide-react';
import { deletedIdOf, isToggling } from '#machines/flows/record-list.selectors.ts';
import { type CompanyRow, companyRecords } from '../../actors/record-list.actors.ts';
import { DataTable } from '../../components/DataTable.tsx';
import type { DataTableColumn } from '../../components/data-table-props.ts';
import { LinkButton } from '../../components/LinkButton.tsx';
import { Page } from '../../components/Page.tsx';
import { labelOf } from '../../screens/labels.ts';
import { pathTo } from '../../screens/paths.ts';
import { useMayOpen } from '../../screens/use-may-open.ts';
import { firstPage, listTable } from '../records/list-table.ts';
import { RecordChange, RecordDeletion } from '../records/RecordChange.tsx';
import { deleteColumn, editColumn, toggleColumn } from '../records/record-columns.tsx';
import { textColumn } from '../records/table-columns.tsx';

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
  const [snapshot, send] = useActor(machine, {
    input: { query: { ...firstPage, orden: 'nombre', direccion: 'asc' as const } },
  });
  const mayCreate = useMayOpen('crearEmpresa');
  const mayEdit = useMayOpen('editarEmpresa');
  const deleted = snapshot.context.rows.find((row) => row.id === deletedIdOf(snapshot));
  return (
    <Page
      title={labelOf('listarEmpresa')}
      actions={
        mayCreate ? (
          <LinkButton to={pathTo('crearEmpresa')} icon={Plus}>
            Crear empresa
          </LinkButton>
        ) : null
      }
    >
      <RecordChange snapshot={snapshot} send={send} />
      <DataTable
        {...listTable(snapshot, send)}
        caption="Empresas de envío"
        columns={[
          ...facts,
          ...(mayEdit ? [edit] : []),
          toggleColumn({
            nameOf,
            isBusy: (id) => isToggling(snapshot, id),
            may: (event) => snapshot.can(event),
            send,
          }),
          deleteColumn(nameOf, send),
        ]}
        rowKey={(row) => row.id}
        searchPlaceholder="Buscar por nombre o ciudad"
        emptyTitle="Todavía no hay empresas de envío"
      />
      <RecordDeletion
        snapshot={snapshot}
        send={send}
        name={deleted === undefined ? '' : nameOf(deleted)}
      />
    </Page>
  );
}
