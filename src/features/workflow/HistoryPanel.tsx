import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import type { ChartName } from '#contract/calls/workflow.calls.ts';
import { eventNameOf, stateNameOf } from '#machines/domain/history/log-words.ts';
import { stages } from '#machines/domain/stages/stages.ts';
import {
  type History,
  type HistoryQuestion,
  isEmptyHistory,
  reasonsOf,
  rejectionsOf,
  staysOf,
  transitionsOf,
} from '#machines/domain/history/workflow-history.ts';
import { shortDate } from '#machines/domain/values/bogota-time.ts';
import { dataOf, isLoading } from '#machines/flows/steps/result.ts';
import { countOf } from '#machines/domain/values/texts.ts';
import { LoadSection, loadOf } from '../../shell/problems/LoadProblem.tsx';
import { useWorkingCalendar } from '../../shell/session.ts';
import { useNewQuestion } from '../../shell/screens/use-list-address.ts';
import type { WorkflowViewState } from '../../shell/screens/workflow-address.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { figureColumn, textColumn } from '../../ui/table/columns.tsx';
import { ShareBar } from '../../ui/layout/Charts.tsx';
import { ChartViews, DrawingLegend, MachineSwitch, legendLines } from './drawing/ChartViews.tsx';
import { chartOf } from './drawing/drawn.ts';
import {
  CaseLink,
  type FigureColumn,
  FigureTable,
  shareColumn,
  timeColumn,
} from './FiguresPanel.tsx';
import { caseFilterParams, domainChartOf, historyMarks, stepOf } from './workflow-words.ts';
import type { workflowHistory } from './workflow.actors.ts';

interface HistoryPanelProps {
  place: WorkflowViewState;
  machine: typeof workflowHistory;
}

/** What happened in the cases of a period. */
export function HistoryPanel({ place, machine }: HistoryPanelProps) {
  const { address } = place;
  const { history, loading, load } = useHistory(place, machine);
  if (load.failed) return <LoadSection {...load} />;
  if (history !== null && isEmptyHistory(history) && !loading)
    return (
      <Section>
        <EmptyState
          title="Ninguna caja en el periodo"
          description={`Ninguna caja se cerró entre el ${shortDate(address.desde)} y el ${shortDate(address.hasta)}. Elija otro periodo o quite los filtros.`}
        />
      </Section>
    );
  return <HistoryFigures place={place} history={history} loading={loading} />;
}

function useHistory({ address }: WorkflowViewState, machine: typeof workflowHistory) {
  const question: HistoryQuestion = caseFilterParams(address);
  const [snapshot, send] = useActor(machine, { input: { key: question } });
  useNewQuestion(question, (key) => send({ type: 'ASK', key }));
  return {
    history: dataOf(snapshot),
    loading: isLoading(snapshot),
    load: loadOf(snapshot, send),
  };
}

const legend = { colour: 'allí se fue más tiempo', thickness: 'ocurrió más veces' };

interface HistoryFiguresProps {
  place: WorkflowViewState;
  /** Null until the first answer. */
  history: History | null;
  loading: boolean;
}

/** Figures of a period: drawing and tables. */
function HistoryFigures({ place, history, loading }: HistoryFiguresProps) {
  const maquina = domainChartOf(place.address);
  const calendar = useWorkingCalendar();
  const table = { status: loading ? 'loading' : 'ready', searchable: false } as const;
  return (
    <>
      <Section
        title="Lo que pasó en el periodo"
        actions={<MachineSwitch place={place} maquina={maquina} />}
      >
        <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="5" aria-busy={loading}>
          <ChartViews
            chart={chartOf(maquina)}
            caption={[
              `Cajas cerradas entre el ${shortDate(place.address.desde)} y el ${shortDate(place.address.hasta)}`,
              ...legendLines(legend),
            ]}
            marks={
              history === null
                ? undefined
                : historyMarks(history, chartOf(maquina), maquina, calendar, (paso) =>
                    place.pathWith({ vista: 'ciclo', paso }),
                  )
            }
          />
          <DrawingLegend {...legend} />
        </chakra.div>
      </Section>
      <FigureTable
        title="Tiempo hábil en cada estado"
        description={timeNotes[maquina]}
        columns={stayColumnsOf(place)}
        rows={history === null ? [] : staysOf(history, maquina)}
        rowKey={(row) => row.estado}
        {...table}
        initialPageSize={25}
        emptyTitle="Ninguna salió de un estado en el periodo"
      />
      <FigureTable
        title="Transiciones"
        description="Cuántas veces ocurrió cada una. Las que no dicen el estado de la caja no se dibujan."
        columns={transitionColumnsOf(place, maquina)}
        rows={history === null ? [] : transitionsOf(history, maquina)}
        rowKey={({ evento, desde, hacia }) => `${evento} ${desde} ${hacia}`}
        {...table}
        initialSort={{ id: 'veces', direction: 'desc' }}
        initialPageSize={25}
        emptyTitle="No hubo transiciones en el periodo"
      />
    </>
  );
}

/** Rejections of the cases, by stage and by reason. */
export function RejectionTables({ place, machine }: HistoryPanelProps) {
  const { history, loading, load } = useHistory(place, machine);
  if (load.failed) return <LoadSection {...load} />;
  const table = { status: loading ? 'loading' : 'ready', searchable: false } as const;
  return (
    <chakra.div
      display="grid"
      gap="6"
      alignItems="start"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', '2xl': 'repeat(2, minmax(0, 1fr))' }}
    >
      <FigureTable
        title="Rechazos por etapa"
        description="De las decisiones tomadas en cada etapa, también las que se cambiaron después."
        columns={rejectionColumnsOf(place)}
        rows={history === null ? [] : rejectionsOf(history)}
        rowKey={(row) => row.etapa}
        {...table}
      />
      <FigureTable
        title="Rechazos por motivo"
        description="Parte de todos los rechazos del periodo que dio cada motivo."
        columns={reasonColumnsOf(place)}
        rows={history === null ? [] : reasonsOf(history)}
        rowKey={(row) => row.clave}
        {...table}
        initialSort={{ id: 'veces', direction: 'desc' }}
        emptyTitle="No hubo rechazos en el periodo"
      />
    </chakra.div>
  );
}

/** A stay of an expense ends with its own decision, a stay of a box with its move. */
const timeNotes = {
  box: 'El tiempo se reparte desde el envío: una caja abierta no espera a nadie.',
  expense: undefined,
} as const;

type Columns<Row> = readonly FigureColumn<Row>[];
type RowOf<Figures extends (...args: never[]) => readonly unknown[]> = ReturnType<Figures>[number];

const stayColumnsOf = (place: WorkflowViewState): Columns<RowOf<typeof staysOf>> => [
  textColumn('estado', 'Estado', (row) => row.nombre, {
    isRowHeader: true,
    cell: ({ maquina, estado, nombre }) => (
      <CaseLink place={place} filter={{ paso: `${maquina} ${estado}` }} name={nombre} />
    ),
  }),
  shareColumn('parte', 'Parte del tiempo', (row) => row.parte),
  timeColumn('mediana'),
  timeColumn('p90'),
  figureColumn('veces', 'Veces', (row) => row.veces, countOf),
];

const transitionColumnsOf = (
  place: WorkflowViewState,
  maquina: ChartName,
): Columns<RowOf<typeof transitionsOf>> => [
  textColumn('evento', 'Evento', (row) => eventNameOf(row.evento), {
    isRowHeader: true,
    cell: (row) => (
      <CaseLink place={place} filter={{ paso: stepOf(row) }} name={eventNameOf(row.evento)} />
    ),
  }),
  textColumn('desde', 'De', (row) => stateNameOf(maquina, row.desde)),
  textColumn('hacia', 'A', (row) => stateNameOf(maquina, row.hacia), {
    cell: ({ desde, hacia }) => (desde === hacia ? 'El mismo' : stateNameOf(maquina, hacia)),
  }),
  figureColumn('veces', 'Veces', (row) => row.veces, countOf, {
    width: '12rem',
    cell: (row) => <ShareBar share={row.peso}>{countOf(row.veces)}</ShareBar>,
  }),
];

const rejectionColumnsOf = (place: WorkflowViewState): Columns<RowOf<typeof rejectionsOf>> => [
  textColumn('etapa', 'Etapa', (row) => row.nombre, {
    isRowHeader: true,
    cell: ({ etapa, nombre }) => (
      <CaseLink place={place} filter={{ con: `rechazo ${stages[etapa].boxState}` }} name={nombre} />
    ),
  }),
  figureColumn('decisiones', 'Decisiones', (row) => row.decisiones, countOf),
  figureColumn('rechazos', 'Rechazos', (row) => row.rechazos, countOf),
  shareColumn('parte', 'Parte rechazada', (row) => row.parte, 'danger'),
];

const reasonColumnsOf = (place: WorkflowViewState): Columns<RowOf<typeof reasonsOf>> => [
  textColumn('motivo', 'Motivo', (row) => row.motivo, {
    isRowHeader: true,
    cell: ({ id, motivo }) => <CaseLink place={place} filter={{ motivo: id }} name={motivo} />,
  }),
  textColumn('etapa', 'Etapa', (row) => row.etapa),
  figureColumn('veces', 'Rechazos', (row) => row.veces, countOf),
  shareColumn('parte', 'Parte de los rechazos', (row) => row.parte, 'danger'),
];
