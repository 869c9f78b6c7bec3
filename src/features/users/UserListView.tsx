import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import { CalendarClock, Link, ShieldCheck, UserPlus } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { isOpen } from '#machines/flows/absence/absence.machine.ts';
import {
  type Holder,
  administrator,
  changeRefusals,
  holderOf,
  removalRefusals,
} from '#machines/domain/people/authority.ts';
import { asksForSuccessor } from '#machines/flows/records/record-list.selectors.ts';
import { invitationInWords } from '#machines/domain/people/invitation.ts';
import { mayBeReplaced } from '#machines/domain/people/delegation.ts';
import { holderOfSession, personOf } from '#machines/flows/session/session.setup.ts';
import { usePrefetched } from '../../wire/with-calls.ts';
import { absence } from '../absence/absence.actors.ts';
import type { onboarding } from '../onboarding/OnboardingList.tsx';
import { type UserRow, userRecords } from '../records/record-list.actors.ts';
import { Session, useMayOpen } from '../../shell/session.ts';
import type { DataTableColumn } from '../../ui/table/use-data-table.ts';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import { LinkButton } from '../../ui/fields/LinkButton.tsx';
import { firstLists } from '../../shell/screens/first-lists.ts';
import { invitationPath, labelOf, pathTo } from '../../shell/screens/paths.ts';
import { useListAddress } from '../../shell/screens/use-list-address.ts';
import { RecordList, deleteAction, toggleColumn } from '../records/RecordList.tsx';
import { whenIdle } from '../../ui/layout/loadable.ts';
import { textColumn } from '../../ui/table/columns.tsx';

/** Loaded lazily, so that the list does not wait for them. */
const AbsenceDialog = lazy(async () => ({
  default: (await import('../absence/AbsenceDialog.tsx')).AbsenceDialog,
}));
const OnboardingList = lazy(async () => {
  await new Promise<void>((resolve) => whenIdle(resolve));
  return { default: (await import('../onboarding/OnboardingList.tsx')).OnboardingList };
});
const HandoverDialog = lazy(async () => ({
  default: (await import('./HandoverDialog.tsx')).HandoverDialog,
}));

const nameOf = (row: UserRow): string => row.razon_social;

const facts: readonly DataTableColumn<UserRow>[] = [
  textColumn('razon_social', 'Nombre', nameOf, { isRowHeader: true }),
  textColumn('tipo_perfil', 'Perfil', (row) => row.tipo_perfil, { card: 'state' }),
  {
    ...textColumn<UserRow>('email', 'Correo', (row) => row.email, { card: 'line' }),
    cell: (row) => (
      <>
        {row.email}
        <chakra.div data-note="" color="fg.muted" textStyle="sm">
          {invitationInWords(row.invitacion)}
        </chakra.div>
      </>
    ),
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

const editTo = (row: UserRow) => pathTo('editarUsuario', { idUsuario: row.id });

/** Reasons why this user may not edit, toggle or delete another one, by the same rules as on the server. */
const reasonsFor = (holder: Holder) => {
  const sentences = (refusals: readonly { mensaje: string }[]) =>
    refusals.map(({ mensaje }) => mensaje);
  const removal = (row: UserRow, kind: 'switch' | 'delete') => [
    ...sentences(removalRefusals(holder, holderOf(row), kind)),
    ...(row.indispensable === '' ? [] : [row.indispensable]),
  ];
  return {
    edit: (row: UserRow) => sentences(changeRefusals(holder, holderOf(row))),
    switch: (row: UserRow) => removal(row, 'switch'),
    delete: (row: UserRow) => removal(row, 'delete'),
  };
};

/** listarUsuarios: every user, active or not. */
export default function UserListView({
  machine = userRecords,
  absenceMachine = absence,
  onboardingMachine,
}: {
  machine?: typeof userRecords;
  absenceMachine?: typeof absence;
  onboardingMachine?: typeof onboarding;
}) {
  const place = useListAddress(firstLists.listarUsuarios, facts);
  const [snapshot, send] = useActor(machine, usePrefetched(machine, { query: place.query }));
  const mayEdit = useMayOpen('editarUsuario');
  const holder = holderOfSession(Session.useSelector(personOf));
  const isAdministrator = useMayOpen('business') && holder.profile === administrator;
  const reasons = reasonsFor(holder);
  const [absent, sendAbsence] = useActor(absenceMachine);
  return (
    <>
      <RecordList
        lead={
          isAdministrator ? (
            <Suspense>
              <OnboardingList machine={onboardingMachine} />
            </Suspense>
          ) : null
        }
        snapshot={snapshot}
        send={send}
        place={place}
        screen="listarUsuarios"
        creation={{ screen: 'crearUsuario', label: 'Crear usuario', icon: UserPlus }}
        importing="importarUsuarios"
        nameOf={nameOf}
        caption="Usuarios"
        edit={mayEdit ? { to: editTo, reasonsOf: reasons.edit } : undefined}
        actions={
          mayEdit ? (
            <LinkButton to={pathTo('invitaciones')} icon={Link} variant="outline">
              {labelOf('invitaciones')}
            </LinkButton>
          ) : null
        }
        actionsOf={(row) => [
          ...(mayEdit && row.invitacion !== null && row.active_ === 1
            ? [
                {
                  label: `Entregar un enlace a ${nameOf(row)}`,
                  icon: Link,
                  reasons: reasons.edit(row),
                  to: invitationPath(row.id),
                },
              ]
            : []),
          // Only supervisors delegate; in the other profiles any user of the profile decides.
          ...(mayEdit && mayBeReplaced(row.tipo)
            ? [
                {
                  label: `Ausencia de ${nameOf(row)}`,
                  icon: CalendarClock,
                  reasons: reasons.edit(row),
                  onChoose: () => sendAbsence({ type: 'OPEN', id_ausente: row.id }),
                },
              ]
            : []),
          deleteAction(nameOf(row), row, send, reasons.delete(row)),
        ]}
        columns={[...facts, toggleColumn(nameOf, { snapshot, send }, reasons.switch)]}
        searchPlaceholder="Buscar por nombre o correo"
        emptyTitle="Todavía no hay usuarios"
      />
      {asksForSuccessor(snapshot) ? (
        <Suspense>
          <HandoverDialog snapshot={snapshot} send={send} />
        </Suspense>
      ) : null}
      {isOpen(absent) ? (
        <Suspense>
          <AbsenceDialog snapshot={absent} send={sendAbsence} />
        </Suspense>
      ) : null}
    </>
  );
}
