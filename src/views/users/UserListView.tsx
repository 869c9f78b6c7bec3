import { useActor } from '@xstate/react';
import { ShieldCheck, UserPlus } from 'lucide-react';
import { deletedIdOf, isToggling } from '#machines/flows/record-list.selectors.ts';
import { type UserRow, userRecords } from '../../actors/record-list.actors.ts';
import { DataTable, type DataTableColumn } from '../../components/DataTable.tsx';
import { LinkButton } from '../../components/LinkButton.tsx';
import { Page } from '../../components/Page.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { pathTo } from '../../routes/paths.ts';
import { useMayOpen } from '../../routes/use-may-open.ts';
import { firstPage, listTable } from '../shared/list-table.ts';
import { RecordChange, RecordDeletion } from '../shared/RecordChange.tsx';
import { deleteColumn, editColumn, toggleColumn } from '../shared/record-columns.tsx';

const nameOf = (row: UserRow): string => row.razon_social;

const facts: readonly DataTableColumn<UserRow>[] = [
  {
    id: 'razon_social',
    header: 'Nombre',
    isRowHeader: true,
    cell: nameOf,
    sortValue: nameOf,
  },
  {
    id: 'tipo_perfil',
    header: 'Perfil',
    cell: (row) => row.tipo_perfil,
    sortValue: (row) => row.tipo_perfil,
  },
  {
    id: 'email',
    header: 'Correo',
    cell: (row) => row.email,
    sortValue: (row) => row.email,
  },
  {
    id: 'segundo_factor',
    header: 'Segundo factor',
    cell: (row) =>
      row.segundo_factor === 1 ? (
        <StatusBadge tone="success" label="Activo" icon={ShieldCheck} />
      ) : (
        'No'
      ),
  },
];

const edit = editColumn(nameOf, (row) => pathTo('editarUsuario', { idUsuario: row.id }));

/** listarUsuarios: everybody who may enter, or once could. */
export default function UserListView({ machine = userRecords }: { machine?: typeof userRecords }) {
  const [snapshot, send] = useActor(machine, {
    input: { query: { ...firstPage, orden: 'razon_social', direccion: 'asc' as const } },
  });
  const mayCreate = useMayOpen('crearUsuario');
  const mayEdit = useMayOpen('editarUsuario');
  const deleted = snapshot.context.rows.find((row) => row.id === deletedIdOf(snapshot));
  return (
    <Page
      title="Usuarios"
      actions={
        mayCreate ? (
          <LinkButton to={pathTo('crearUsuario')} icon={UserPlus}>
            Crear usuario
          </LinkButton>
        ) : null
      }
    >
      <RecordChange snapshot={snapshot} send={send} />
      <DataTable
        {...listTable(snapshot, send)}
        caption="Usuarios"
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
        searchPlaceholder="Buscar por nombre o correo"
        emptyTitle="Todavía no hay usuarios"
      />
      <RecordDeletion
        snapshot={snapshot}
        send={send}
        name={deleted === undefined ? '' : nameOf(deleted)}
      />
    </Page>
  );
}
