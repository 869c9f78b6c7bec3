/** Panels by group (store, person, reason, category): delays, stage times and rework. */
import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import { type ReworkGroup, targetedStates } from '#contract/calls/figures.calls.ts';
import type { DelayGroup } from '#contract/calls/workflow.calls.ts';
import type { AnswerOf } from '#contract/contract.ts';
import { delayStates, isLate, onTheWay } from '#machines/domain/box/box-delays.ts';
import { workingDaysInWords, workingTimeInWords } from '#machines/domain/values/durations.ts';
import { stateNameOf } from '#machines/domain/history/log-words.ts';
import type { WorkingCalendar } from '#machines/domain/values/working-hours.ts';
import { countOf, lowerFirst } from '#machines/domain/values/texts.ts';
import { workingDaysBetween, workingTimeBetween } from '#machines/domain/values/working-time.ts';
import { dataOf, isLoading } from '#machines/flows/steps/result.ts';
import { LoadSection, loadOf } from '../../shell/problems/LoadProblem.tsx';
import { useNewQuestion } from '../../shell/screens/use-list-address.ts';
import type { WorkflowAddress, WorkflowViewState } from '../../shell/screens/workflow-address.ts';
import { useWorkingCalendar } from '../../shell/session.ts';
import { TextLink } from '../../ui/fields/LinkButton.tsx';
import { serverNow } from '../../wire/server-clock.ts';
import { figureColumn, textColumn } from '../../ui/table/columns.tsx';
import { Columns } from '../../ui/layout/Charts.tsx';
import {
  CaseLink,
  ChartSection,
  Choice,
  type FigureColumn,
  FigureTable,
  FigureTiles,
  FiguresPanel,
  type PanelProps,
  countColumn,
  countWithShare,
  shareColumn,
  shareOf,
  stageColumn,
  timeColumn,
  timeOfColumn,
  timesInWords,
  useTimeWords,
} from './FiguresPanel.tsx';
import { caseFilterParams, nameOf, boxFilterParams } from './workflow-words.ts';
import type { DelayRow, workflowDelays } from './workflow.actors.ts';

const waitOf = ({ desde }: DelayRow, now: number, calendar: WorkingCalendar): number | null =>
  desde === null ? null : workingTimeBetween(desde, now, calendar);

/** Working time; when it exceeds the target it is red and has a text for screen readers. */
export function Time({
  time,
  late,
  calendar,
}: {
  time: number;
  late: boolean;
  calendar: WorkingCalendar;
}) {
  const words = workingTimeInWords(time, calendar);
  return late ? (
    <chakra.span color="fg.error" fontWeight="bold">
      {words}
      <chakra.span srOnly>, más que la meta</chakra.span>
    </chakra.span>
  ) : (
    words
  );
}

const delayColumn = (
  [id, header]: readonly [id: string, header: string],
  calendar: WorkingCalendar,
  read: (row: DelayRow) => number | null,
  look: Partial<FigureColumn<DelayRow>> = {},
  isRowLate = (row: DelayRow) => isLate(read(row), row.meta, calendar),
): FigureColumn<DelayRow> => ({
  ...timeOfColumn(id, header, read),
  cell: (row) => {
    const time = read(row);
    return time === null ? '—' : <Time time={time} late={isRowLate(row)} calendar={calendar} />;
  },
  nowrap: true,
  ...look,
});

/** Group names as labels of the grouping switch: `Por tienda`. */
const grouping = <Name extends string>(names: Record<Name, string>): Record<Name, string> => {
  const entries = Object.entries<string>(names);
  return Object.fromEntries(
    entries.map(([name, header]) => [name, `Por ${lowerFirst(header)}`]),
  ) as Record<Name, string>;
};

const delayOrder: readonly string[] = delayStates;

const holders: Record<DelayGroup, string> = { tienda: 'Tienda', persona: 'Persona' };

function columnsOf(place: WorkflowViewState, group: DelayGroup, calendar: WorkingCalendar) {
  const now = serverNow();
  const columns: readonly FigureColumn<DelayRow>[] = [
    textColumn(group, holders[group], (row) => row.nombre, {
      isRowHeader: true,
      cell: (row) => {
        const whose = group === 'tienda' ? { tienda: row.id } : { supervisor: row.id };
        // The boxes of the present can be filtered by store or supervisor only.
        return group === 'persona' && row.estado !== 'supervision' && row.id > 0 ? (
          <CaseLink place={place} filter={{ persona: row.id }} name={row.nombre} />
        ) : (
          <TextLink
            to={place.pathWith({
              vista: 'ahora',
              estado: row.estado === onTheWay ? 'finalAccounting' : row.estado,
              ...(row.id > 0 && whose),
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
    delayColumn(
      ['espera', 'La que más espera'],
      calendar,
      (row) => waitOf(row, now, calendar),
      {
        // Sorts by calendar time: boxes from the same weekend have equal working time.
        sortValue: ({ desde }) => (desde === null ? null : now - desde),
      },
      ({ desde, meta }) =>
        desde !== null && meta !== null && workingDaysBetween(desde, now, calendar) > meta,
    ),
    delayColumn(['mediana', nameOf('mediana')], calendar, (row) => row.mediana, {
      term: 'mediana',
    }),
    delayColumn(['p90', nameOf('p90')], calendar, (row) => row.p90, { term: 'p90' }),
    countColumn('meta', workingDaysInWords),
  ];
  return columns;
}

/** Delays per stage by store or person, the longest wait first; a name links to the drawing filtered by it. */
export function DelaysPanel({
  place,
  machine,
}: {
  place: WorkflowViewState;
  machine: typeof workflowDelays;
}) {
  const { address } = place;
  const group = address.por;
  const question = { por: group, ...boxFilterParams(address) };
  const [snapshot, send] = useActor(machine, { input: { key: question } });
  useNewQuestion(question, (key) => send({ type: 'ASK', key }));
  const load = loadOf(snapshot, send);
  const calendar = useWorkingCalendar();
  return (
    <>
      {load.failed ? (
        <LoadSection {...load} />
      ) : (
        <FigureTable
          key={group}
          title="Demoras"
          description="Cajas en espera y tiempo hábil de las últimas doce de cada tienda. En rojo, tarde."
          actions={<Choice place={place} name="por" names={grouping(holders)} />}
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

export const stageColumns = [
  countColumn('casos'),
  timeColumn('espera'),
  timeColumn('trabajo'),
  timeColumn('mediana'),
  timeColumn('p90'),
  countColumn('tarde'),
] as const;

/** Stays above the target; a number links to its cases. */
export const lateColumn = <Row extends { estado: string; tarde: number }>(
  place: WorkflowViewState,
  filterOf: (row: Row) => Partial<WorkflowAddress> = () => ({}),
): FigureColumn<Row> => ({
  ...countColumn('tarde'),
  cell: (row) => {
    const stage = targetedStates.find((one) => one === row.estado);
    return row.tarde === 0 || stage === undefined ? (
      countOf(row.tarde)
    ) : (
      <CaseLink
        place={place}
        filter={{ ...filterOf(row), tarde_en: stage }}
        name={countOf(row.tarde)}
      />
    );
  },
});

const weekdays = ['Lun', 'Mar', 'Mié', 'Jue', 'Vie', 'Sáb', 'Dom'];

/** Elapsed time per stage, handovers per case, and arrivals by weekday. */
export function StagesPanel({ place, machine }: PanelProps<'/flujoEtapas'>) {
  const { por } = place.address;
  const columns: readonly FigureColumn<AnswerOf<'/flujoEtapas'>['filas'][number]>[] = [
    textColumn(por, holders[por], (row) => row.nombre, {
      isRowHeader: true,
      cell: ({ id, nombre }) => <CaseLink place={place} filter={{ [por]: id }} name={nombre} />,
    }),
    stageColumn(place, {}, ({ id, estado }) => ({ [por]: id, paso: `box ${estado}` })),
    ...stageColumns.slice(0, -1),
    lateColumn(place, ({ id }) => ({ [por]: id })),
  ];
  return (
    <FiguresPanel
      machine={machine}
      question={{ ...caseFilterParams(place.address), por }}
      isEmpty={({ filas }) => filas.length === 0}
    >
      {({ filas, relevos, carga }) => (
        <>
          <FigureTable
            key={por}
            title="Tiempo por etapa"
            actions={<Choice place={place} name="por" names={grouping(holders)} />}
            columns={columns}
            rows={filas}
            rowKey={({ id, nombre, estado }) => `${id} ${nombre} ${estado}`}
            searchPlaceholder="Buscar por nombre o etapa"
            initialSort={{ id: 'tarde', direction: 'desc' }}
          />
          <ChartSection title="Cajas por cambios de responsable" defines={['relevos']}>
            <Columns
              show={countOf}
              columns={relevos.map((row) => ({
                label: String(row.relevos),
                values: [row.casos],
                to: place.pathWith({ vista: 'ciclo', relevos: String(row.relevos) }),
              }))}
            />
          </ChartSection>
          <ChartSection title="Carga por día de la semana" defines={['llegadas', 'salidas']}>
            <Columns
              show={countOf}
              series={[nameOf('llegadas'), nameOf('salidas')]}
              columns={carga.map(({ dia, llegadas, salidas }) => ({
                label: weekdays[dia - 1] ?? '',
                values: [llegadas, salidas],
              }))}
            />
          </ChartSection>
        </>
      )}
    </FiguresPanel>
  );
}

const reworkGroups: Record<ReworkGroup, string> = {
  tienda: 'Tienda',
  persona: 'Revisor',
  motivo: 'Motivo',
  categoria: 'Categoría',
};

type ReworkRow = AnswerOf<'/flujoRetrabajo'>['grupos'][number];

const costColumns: readonly FigureColumn<ReworkRow>[] = [
  textColumn('motivos', 'Motivos más comunes', ({ motivos }) => timesInWords(motivos), {
    width: '16rem',
  }),
  countColumn('reprocesos'),
  countColumn('retrabajo'),
  shareColumn('parte', 'Parte con reprocesos', (row) => shareOf(row.retrabajo, row.casos)),
  timeColumn('costo'),
];

/** Rejections, and repeated decisions with their cost in working time; a reason has only rejections. */
export function ReworkPanel({ place, machine }: PanelProps<'/flujoRetrabajo'>) {
  const inWords = useTimeWords();
  const { grupo } = place.address;
  const columns: readonly FigureColumn<ReworkRow>[] = [
    textColumn('nombre', reworkGroups[grupo], (row) => row.nombre, {
      isRowHeader: true,
      cell: ({ id, nombre }) => <CaseLink place={place} filter={{ [grupo]: id }} name={nombre} />,
    }),
    countColumn('casos'),
    countColumn('rechazos'),
    ...(grupo === 'motivo' ? [] : costColumns),
  ];
  return (
    <FiguresPanel
      machine={machine}
      question={caseFilterParams(place.address)}
      isEmpty={({ casos }) => casos === 0}
    >
      {({ casos, retrabajo, limpios, reprocesos, rechazos, correcciones, costo, grupos }) => (
        <>
          <FigureTiles
            place={place}
            tiles={[
              ['rechazos', countOf(rechazos)],
              ['correcciones', countOf(correcciones)],
              ['reprocesos', countOf(reprocesos)],
              ['retrabajo', countWithShare(retrabajo, casos)],
              ['limpios', countOf(limpios)],
              ['costo', inWords(costo)],
            ]}
          />
          <FigureTable
            key={grupo}
            title="Reprocesos"
            description={
              place.address.categoria > 0
                ? 'Rechazos y reprocesos de los gastos de la categoría elegida.'
                : undefined
            }
            actions={<Choice place={place} name="grupo" names={grouping(reworkGroups)} />}
            columns={columns}
            rows={grupos.filter(({ por }) => por === grupo)}
            rowKey={({ id }) => id}
            initialSort={{ id: 'rechazos', direction: 'desc' }}
            emptyTitle="Sin rechazos ni reprocesos"
          />
        </>
      )}
    </FiguresPanel>
  );
}
