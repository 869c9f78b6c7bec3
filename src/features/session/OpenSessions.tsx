import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import { CircleCheck, LogOut } from 'lucide-react';
import type { AnswerOf } from '#contract/contract.ts';
import { answerOf, isDone } from '#machines/flows/records/command.machine.ts';
import { dataOf, isPending, messageOf } from '#machines/flows/steps/result.ts';
import { tableLoadOf } from '../../shell/problems/LoadProblem.tsx';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { DayAndTime } from '../../ui/layout/Money.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { DataTableColumn } from '../../ui/table/use-data-table.ts';
import { CommandOutcome, RefreshButton, commandOf } from '../records/CommandOutcome.tsx';
import { plainColumn } from '../../ui/table/columns.tsx';

type OwnSession = AnswerOf<'/misSesiones'>[number];

export const ownSessions = commandOf('/misSesiones', '/cerrarOtrasSesiones');
const options = { input: { key: {} } };

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

const closeOthers = { type: 'SEND', request: {} } as const;
const titles = {
  refused: 'Las demás sesiones no se cerraron',
  unanswered: 'No se sabe si las demás sesiones se cerraron',
};

export interface OpenSessionsProps {
  machine?: typeof ownSessions | undefined;
}

/** Open sessions of the user, with a button that ends all others. */
export default function OpenSessions({ machine = ownSessions }: OpenSessionsProps) {
  const [snapshot, send] = useActor(machine, options);
  const sessions = dataOf(snapshot);
  return (
    <Section
      title="Sesiones abiertas"
      description="¿No reconoce un equipo? Cierre las demás sesiones y cambie su contraseña."
      actions={
        <>
          <RefreshButton snapshot={snapshot} send={send} />
          <GuardedButton
            variant="outline"
            icon={LogOut}
            busy={isPending(snapshot) && 'Cerrando…'}
            reasons={sessions?.length === 1 ? ['No hay otras sesiones abiertas.'] : []}
            waiting={!isPending(snapshot) && !snapshot.can(closeOthers)}
            onClick={() => send(closeOthers)}
          >
            Cerrar las demás sesiones
          </GuardedButton>
        </>
      }
    >
      <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="4">
        <CommandOutcome
          snapshot={snapshot}
          send={send}
          notice={isDone(snapshot) ? messageOf(answerOf(snapshot) ?? []) : null}
          titles={titles}
        />
        <DataTable
          {...tableLoadOf(snapshot, send)}
          caption="Sesiones abiertas"
          columns={columns}
          rows={sessions ?? []}
          rowKey={({ id }) => id}
          searchable={false}
        />
      </chakra.div>
    </Section>
  );
}
