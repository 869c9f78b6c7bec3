import { useActor } from '@xstate/react';
import { ShieldCheck, UserPlus } from 'lucide-react';
import {
  changeRefusals,
  type Holder,
  holderOf,
  removalRefusals,
} from '#machines/domain/authority.ts';
import { deletedIdOf, isToggling } from '#machines/flows/record-list.selectors.ts';
import { holderOfSession } from '#machines/flows/session-facts.ts';
import { personOf } from '#machines/flows/session.selectors.ts';
import { type UserRow, userRecords } from '../../actors/record-list.actors.ts';
import { Session } from '../../actors/SessionProvider.tsx';
import { DataTable } from '../../components/DataTable.tsx';
import type { DataTableColumn } from '../../components/data-table-props.ts';
import { LinkButton } from '../../components/LinkButton.tsx';
import { Page } from '../../components/Page.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { labelOf } from '../../screens/labels.ts';
import { pathTo } from '../../screens/paths.ts';
import { useMayOpen } from '../../screens/use-may-open.ts';
import { firstPage, listTable } from '../records/list-table.ts';
import { RecordChange, RecordDeletion } from '../records/RecordChange.tsx';
import { deleteColumn, editColumn, toggleColumn } from '../records/record-columns.tsx';
import { textColumn } from '../records/table-columns.tsx';

const nameOf = (row: UserRow): string => row.razon_social;

const facts: readonly DataTableColumn<UserRow>[] = [
  textColumn('razon_social', 'Nombre', nameOf, { isRowHeader: true }),
  textColumn('tipo_perfil', 'Perfil', (row) => row.tipo_perfil),
  textColumn('email', 'Correo', (row) => row.email),
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

const editTo = (row: UserRow) => pathTo('editarUsuario', { idUsuario: row.id });

/** Why this person may not do something to a user, asked of the rules that the server asks. */
const reasonsFor = (holder: Holder) => {
  const told = (refusals: readonly { mensaje: string }[]) => refusals.map(({ mensaje }) => mensaje);
  return {
    edit: (row: UserRow) => told(changeRefusals(holder, holderOf(row))),
    switch: (row: UserRow) => told(removalRefusals(holder, holderOf(row), 'switch')),
    delete: (row: UserRow) => told(removalRefusals(holder, holderOf(row), 'delete')),
  };
};

/** listarUsuarios: everybody who may enter, or once could. */
export default function UserListView({ machine = userRecords }: { machine?: typeof userRecords }) {
  const [snapshot, send] = useActor(machine, {
    input: { query: { ...firstPage, orden: 'razon_social', direccion: 'asc' as const } },
  });
  const mayCreate = useMayOpen('crearUsuario');
  const mayEdit = useMayOpen('editarUsuario');
  const reasons = reasonsFor(holderOfSession(Session.useSelector(personOf)));
  const deleted = snapshot.context.rows.find((row) => row.id === deletedIdOf(snapshot));
  return (
    <Page
      title={labelOf('listarUsuarios')}
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
          ...(mayEdit ? [editColumn(nameOf, editTo, reasons.edit)] : []),
          toggleColumn({
            nameOf,
            isBusy: (id) => isToggling(snapshot, id),
            may: (event) => snapshot.can(event),
            send,
            reasonsOf: reasons.switch,
          }),
          deleteColumn(nameOf, send, reasons.delete),
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
