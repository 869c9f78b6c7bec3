import { useActor } from '@xstate/react';
import { ShieldCheck, UserPlus } from 'lucide-react';
import {
  changeRefusals,
  type Holder,
  holderOf,
  removalRefusals,
} from '#machines/domain/authority.ts';
import { holderOfSession } from '#machines/flows/session/session-facts.ts';
import { personOf } from '#machines/flows/session/session.selectors.ts';
import { type UserRow, userRecords } from '../../actors/record-list.actors.ts';
import { Session } from '../../actors/SessionProvider.tsx';
import type { DataTableColumn } from '../../components/data-table-props.ts';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { firstLists } from '../../screens/first-lists.ts';
import { pathTo } from '../../screens/paths.ts';
import { useMayOpen } from '../../screens/use-may-open.ts';
import { RecordList } from '../records/RecordList.tsx';
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

/** Returns the reasons why this person may not change a user, by the rules that the server applies. */
const reasonsFor = (holder: Holder) => {
  const sentences = (refusals: readonly { mensaje: string }[]) =>
    refusals.map(({ mensaje }) => mensaje);
  return {
    edit: (row: UserRow) => sentences(changeRefusals(holder, holderOf(row))),
    switch: (row: UserRow) =>
      sentences(removalRefusals(holder, holderOf(row), 'switch', row.responsable_unico_de)),
    delete: (row: UserRow) =>
      sentences(removalRefusals(holder, holderOf(row), 'delete', row.responsable_unico_de)),
  };
};

/** listarUsuarios: everybody who may enter, or once could. */
export default function UserListView({ machine = userRecords }: { machine?: typeof userRecords }) {
  const [snapshot, send] = useActor(machine, {
    input: { query: firstLists.listarUsuarios },
  });
  const mayEdit = useMayOpen('editarUsuario');
  const reasons = reasonsFor(holderOfSession(Session.useSelector(personOf)));
  return (
    <RecordList
      snapshot={snapshot}
      send={send}
      screen="listarUsuarios"
      creation={{ screen: 'crearUsuario', label: 'Crear usuario', icon: UserPlus }}
      nameOf={nameOf}
      caption="Usuarios"
      columns={[
        ...facts,
        ...(mayEdit ? [editColumn(nameOf, editTo, reasons.edit)] : []),
        toggleColumn(nameOf, { snapshot, send }, reasons.switch),
        deleteColumn(nameOf, send, reasons.delete),
      ]}
      searchPlaceholder="Buscar por nombre o correo"
      emptyTitle="Todavía no hay usuarios"
    />
  );
}
