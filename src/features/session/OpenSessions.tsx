import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import { CircleCheck, LogOut, RefreshCw } from 'lucide-react';
import {
  type OwnSession,
  closingReasonsOf,
  failedToClose,
  noticeOf,
  ownSessionsMachine,
  sessionsOf,
} from '#machines/flows/session/own-sessions.machine.ts';
import { isPending, problemOf } from '#machines/flows/steps/result.ts';
import { ChangeOutcome } from '../../app/problems/ChangeOutcome.tsx';
import { tableLoadOf } from '../../app/problems/LoadProblem.tsx';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { DayAndTime } from '../../ui/layout/Money.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { DataTableColumn } from '../../ui/table/use-data-table.ts';
import { withCalls } from '../../wire/with-calls.ts';
import { plainColumn } from '../records/list-table.tsx';

const ownSessions = withCalls(ownSessionsMachine);

const columns: readonly DataTableColumn<OwnSession>[] = [
  plainColumn(
    'equipo',
    'Equipo',
    ({ equipo, actual }) => (
      <chakra.span display="inline-flex" flexWrap="wrap" alignItems="center" gap="2">
        {equipo}
        {actual === 1 ? (
          <StatusBadge tone="success" label="Esta sesión" icon={CircleCheck} />
        ) : null}
      </chakra.span>
    ),
    { isRowHeader: true },
  ),
  plainColumn('ip', 'Dirección IP', ({ ip }) => ip),
  plainColumn('desde', 'Desde', ({ desde }) => <DayAndTime>{desde}</DayAndTime>),
  plainColumn('ultima_actividad', 'Última actividad', ({ ultima_actividad }) => (
    <DayAndTime>{ultima_actividad}</DayAndTime>
  )),
];

const refresh = { type: 'REFRESH' } as const;
const closeOthers = { type: 'CLOSE_OTHERS' } as const;
const titles = { unanswered: 'No se sabe si las demás sesiones se cerraron' };

export interface OpenSessionsProps {
  machine?: typeof ownSessions | undefined;
}

/** Where the person is signed in, and a way to be signed in only here. */
export default function OpenSessions({ machine = ownSessions }: OpenSessionsProps) {
  const [snapshot, send] = useActor(machine);
  const reasons = closingReasonsOf(snapshot);
  return (
    <Section
      title="Sesiones abiertas"
      description="¿No reconoce un equipo? Cierre las demás sesiones y cambie su contraseña."
      actions={
        <>
          <GuardedButton
            variant="outline"
            icon={RefreshCw}
            waiting={!snapshot.can(refresh)}
            onClick={() => send(refresh)}
          >
            Actualizar
          </GuardedButton>
          <GuardedButton
            icon={LogOut}
            busy={isPending(snapshot) && 'Cerrando…'}
            reasons={reasons}
            waiting={!isPending(snapshot) && !snapshot.can(closeOthers)}
            onClick={() => send(closeOthers)}
          >
            Cerrar las demás sesiones
          </GuardedButton>
        </>
      }
    >
      <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="4">
        <ChangeOutcome
          notice={noticeOf(snapshot)}
          problem={problemOf(snapshot)}
          unanswered={failedToClose(snapshot)}
          titles={titles}
          onDismiss={() => send({ type: 'DISMISS' })}
          onRetry={() => send(closeOthers)}
        />
        <DataTable
          {...tableLoadOf(snapshot, send)}
          caption="Sesiones abiertas"
          columns={columns}
          rows={sessionsOf(snapshot)}
          rowKey={({ id }) => id}
          searchable={false}
        />
      </chakra.div>
    </Section>
  );
}
