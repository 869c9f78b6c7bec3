import { useWorkingCalendar } from '../../app/SessionProvider.tsx';
import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import { type DelayGroup, delayGroups } from '#contract/calls/workflow.calls.ts';
import { delayStates, isLate, onTheWay } from '#machines/domain/box/box-delays.ts';
import { workingDaysInWords, workingTimeInWords } from '#machines/domain/history/durations.ts';
import type { WorkingCalendar } from '#machines/domain/values/working-hours.ts';
import { workingTimeBetween } from '#machines/domain/values/working-time.ts';
import { stateNameOf } from '#machines/domain/history/log-words.ts';
import { dataOf, isLoading } from '#machines/flows/steps/result.ts';
import { serverNow } from '../../wire/server-clock.ts';
import type { DelayRow, workflowDelays } from './workflow.actors.ts';
import type { DataTableColumn } from '../../ui/table/use-data-table.ts';
import { SwitchLinks } from '../../ui/layout/TabLinks.tsx';
import { TableSection } from '../../ui/table/DataTable.tsx';
import { TextLink } from '../../ui/fields/LinkButton.tsx';
import { useNewQuestion } from '../../app/screens/use-list-address.ts';
import type { WorkflowPlace } from '../../app/screens/workflow-address.ts';
import { LoadSection, loadOf } from '../../app/problems/LoadProblem.tsx';
import { figureColumn, textColumn } from '../records/list-table.tsx';
import { countOf, whoseOf } from './workflow-words.ts';

interface DelaysPanelProps {
  place: WorkflowPlace;
  machine: typeof workflowDelays;
}

const groupNames: Record<DelayGroup, { button: string; header: string }> = {
  tienda: { button: 'Por tienda', header: 'Tienda' },
  persona: { button: 'Por persona', header: 'Persona' },
};

const waitOf = ({ desde }: DelayRow, now: number, calendar: WorkingCalendar): number | null =>
  desde === null ? null : workingTimeBetween(desde, now, calendar);

/** A time in words; in red, and said so, once it passes the target of its stage. */
function Time({ time, meta }: { time: number; meta: number | null }) {
  const calendar = useWorkingCalendar();
  const words = workingTimeInWords(time, calendar);
  return isLate(time, meta, calendar) ? (
    <chakra.span color="fg.error" fontWeight="bold">
      {words}
      <chakra.span srOnly>, más que la meta</chakra.span>
    </chakra.span>
  ) : (
    words
  );
}

const timeColumn = (
  id: string,
  header: string,
  read: (row: DelayRow) => number | null,
  look: Partial<DataTableColumn<DelayRow>> = {},
): DataTableColumn<DelayRow> =>
  figureColumn(id, header, read, String, {
    cell: (row) => {
      const time = read(row);
      return time === null ? '—' : <Time time={time} meta={row.meta} />;
    },
    nowrap: true,
    ...look,
  });

const delayOrder: readonly string[] = delayStates;

function columnsOf(place: WorkflowPlace, group: DelayGroup, calendar: WorkingCalendar) {
  const now = serverNow();
  const columns: readonly DataTableColumn<DelayRow>[] = [
    textColumn(group, groupNames[group].header, (row) => row.nombre, {
      isRowHeader: true,
      cell: (row) => {
        const whose = group === 'tienda' ? { tienda: row.id } : { supervisor: row.id };
        // The drawing can be narrowed to a store or a supervisor, to nobody else.
        return group === 'persona' && row.estado !== 'supervision' ? (
          row.nombre
        ) : (
          <TextLink
            to={place.pathWith({
              vista: 'ahora',
              estado: row.estado === onTheWay ? 'finalAccounting' : row.estado,
              ...whose,
            })}
          >
            {row.nombre}
          </TextLink>
        );
      },
    }),
    ...(group === 'tienda'
      ? [textColumn<DelayRow>('supervisor', 'Supervisor', (row) => row.supervisor)]
      : []),
    textColumn('estado', 'Etapa', (row) => stateNameOf('box', row.estado), {
      sortValue: (row) => delayOrder.indexOf(row.estado),
    }),
    figureColumn('cajas', 'Cajas ahora', (row) => row.cajas, countOf),
    timeColumn('espera', 'La que más espera', (row) => waitOf(row, now, calendar), {
      // Two boxes of one weekend have waited as long.
      sortValue: ({ desde }) => (desde === null ? null : now - desde),
    }),
    timeColumn('mediana', 'Mediana', (row) => row.mediana),
    timeColumn('p90', 'Percentil 90', (row) => row.p90),
    figureColumn('meta', 'Meta', (row) => row.meta, workingDaysInWords),
  ];
  return columns;
}

/** Delays of each stage by store or person, the longest wait first; a name leads to the drawing of it alone. */
export function DelaysPanel({ place, machine }: DelaysPanelProps) {
  const { address, pathWith } = place;
  const group = address.por;
  const question = { por: group, ...whoseOf(address) };
  const [snapshot, send] = useActor(machine, { input: { key: question } });
  useNewQuestion(question, (key) => send({ type: 'ASK', key }));
  const load = loadOf(snapshot, send);
  const calendar = useWorkingCalendar();
  return (
    <>
      {load.failed ? (
        <LoadSection {...load} />
      ) : (
        <TableSection
          key={group}
          title="Demoras"
          description="Cajas en espera y tiempo hábil de las últimas doce de cada tienda. En rojo, tarde."
          actions={
            <SwitchLinks
              label="Agrupar"
              choices={delayGroups.map((one) => ({
                to: pathWith({ por: one }),
                label: groupNames[one].button,
                active: one === group,
              }))}
            />
          }
          columns={columnsOf(place, group, calendar)}
          rows={dataOf(snapshot) ?? []}
          rowKey={(row) => `${row.id} ${row.nombre} ${row.estado}`}
          status={isLoading(snapshot) ? 'loading' : 'ready'}
          searchPlaceholder="Buscar por nombre o etapa"
          initialSort={{ id: 'espera', direction: 'desc' }}
          initialPageSize={25}
          emptyTitle="Ninguna caja espera ni ha esperado"
        />
      )}
    </>
  );
}
