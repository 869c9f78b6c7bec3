import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import type { ChartName } from '#contract/calls/workflow.calls.ts';
import { durationInWords } from '#machines/domain/values/durations.ts';
import { eventNameOf, stateNameOf } from '#machines/domain/history/log-words.ts';
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
import { useNewQuestion } from '../../shell/screens/use-list-address.ts';
import type { WorkflowViewState } from '../../shell/screens/workflow-address.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { figureColumn, textColumn } from '../../ui/table/columns.tsx';
import { ShareBar } from '../../ui/layout/Charts.tsx';
import { ChartViews, DrawingLegend, DrawnBeside, MachineSwitch } from './drawing/ChartViews.tsx';
import { chartOf } from './drawing/drawn.ts';
import { type FigureColumn, FigureTable, shareColumn, timeOfColumn } from './FiguresPanel.tsx';
import { domainChartOf, historyMarks, periodParams } from './workflow-words.ts';
import type { workflowHistory } from './workflow.actors.ts';

interface HistoryPanelProps {
  place: WorkflowViewState;
  machine: typeof workflowHistory;
}

/** History of a period. */
export function HistoryPanel({ place, machine }: HistoryPanelProps) {
  const { address } = place;
  const question: HistoryQuestion = periodParams(address);
  const [snapshot, send] = useActor(machine, { input: { key: question } });
  useNewQuestion(question, (key) => send({ type: 'ASK', key }));
  const history = dataOf(snapshot);
  const load = loadOf(snapshot, send);
  if (load.failed) return <LoadSection {...load} />;
  if (history !== null && isEmptyHistory(history) && !isLoading(snapshot))
    return (
      <Section>
        <EmptyState
          title="En este periodo no pasó nada"
          description={`Ninguna caja cambió de estado entre el ${shortDate(address.desde)} y el ${shortDate(address.hasta)}. Elija otro periodo o quite los filtros.`}
        />
      </Section>
    );
  return <HistoryFigures place={place} history={history} loading={isLoading(snapshot)} />;
}

interface HistoryFiguresProps {
  place: WorkflowViewState;
  /** Null until the first answer. */
  history: History | null;
  loading: boolean;
}

/** Figures of a period: drawing and tables. */
function HistoryFigures({ place, history, loading }: HistoryFiguresProps) {
  const maquina = domainChartOf(place.address);
  const table = { status: loading ? 'loading' : 'ready', searchable: false } as const;
  return (
    <>
      <Section
        title="Lo que pasó en el periodo"
        actions={<MachineSwitch place={place} maquina={maquina} />}
      >
        <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="5" aria-busy={loading}>
          <DrawnBeside
            maquina={maquina}
            drawing={
              <ChartViews
                chart={chartOf(maquina)}
                marks={
                  history === null ? undefined : historyMarks(history, chartOf(maquina), maquina)
                }
              />
            }
          >
            <DrawingLegend colour="allí se fue más tiempo corrido" thickness="ocurrió más veces" />
          </DrawnBeside>
        </chakra.div>
      </Section>
      <FigureTable
        title="Tiempo corrido en cada estado"
        description={timeNotes[maquina]}
        columns={stayColumns}
        rows={history === null ? [] : staysOf(history, maquina)}
        rowKey={(row) => row.estado}
        {...table}
        initialPageSize={25}
        emptyTitle="Ninguna salió de un estado en el periodo"
      />
      <FigureTable
        title="Transiciones"
        description="Cuántas veces ocurrió cada una. Las que no dicen el estado de la caja no se dibujan."
        columns={transitionColumnsOf(maquina)}
        rows={history === null ? [] : transitionsOf(history, maquina)}
        rowKey={({ evento, desde, hacia }) => `${evento} ${desde} ${hacia}`}
        {...table}
        initialSort={{ id: 'veces', direction: 'desc' }}
        initialPageSize={25}
        emptyTitle="No hubo transiciones en el periodo"
      />
      <chakra.div
        display="grid"
        gap="6"
        alignItems="start"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', '2xl': 'repeat(2, minmax(0, 1fr))' }}
      >
        <FigureTable
          title="Rechazos por etapa"
          description="De las decisiones tomadas en cada etapa, también las que se cambiaron después."
          columns={rejectionColumns}
          rows={history === null ? [] : rejectionsOf(history)}
          rowKey={(row) => row.etapa}
          {...table}
        />
        <FigureTable
          title="Rechazos por motivo"
          description="Parte de todos los rechazos del periodo que dio cada motivo."
          columns={reasonColumns}
          rows={history === null ? [] : reasonsOf(history)}
          rowKey={(row) => row.clave}
          {...table}
          initialSort={{ id: 'veces', direction: 'desc' }}
          emptyTitle="No hubo rechazos en el periodo"
        />
      </chakra.div>
    </>
  );
}

const percentiles =
  'Con noches y días de descanso. La mitad de las veces duró menos que la mediana; una de cada diez, más que el percentil 90.';

const timeNotes = {
  box: `${percentiles} El tiempo se reparte desde el envío: una caja abierta no espera a nadie.`,
  expense: percentiles,
} as const;

type Columns<Row> = readonly FigureColumn<Row>[];
type RowOf<Figures extends (...args: never[]) => readonly unknown[]> = ReturnType<Figures>[number];

const rowHeader = { isRowHeader: true } as const;

/** Column for calendar time, in hours in the file. */
const durationColumn = <R,>(
  id: string,
  header: string,
  read: (row: R) => number,
): FigureColumn<R> => ({ ...timeOfColumn(id, header, read, durationInWords), unit: 'horas' });

const stayColumns: Columns<RowOf<typeof staysOf>> = [
  textColumn('estado', 'Estado', (row) => row.nombre, rowHeader),
  shareColumn('parte', 'Parte del tiempo', (row) => row.parte),
  durationColumn('mediana', 'Mediana', (row) => row.mediana),
  durationColumn('p90', 'Percentil 90', (row) => row.p90),
  figureColumn('veces', 'Veces', (row) => row.veces, countOf),
];

const transitionColumnsOf = (maquina: ChartName): Columns<RowOf<typeof transitionsOf>> => [
  textColumn('evento', 'Evento', (row) => eventNameOf(row.evento), rowHeader),
  textColumn('desde', 'De', (row) => stateNameOf(maquina, row.desde)),
  textColumn('hacia', 'A', (row) => stateNameOf(maquina, row.hacia), {
    cell: ({ desde, hacia }) => (desde === hacia ? 'El mismo' : stateNameOf(maquina, hacia)),
  }),
  figureColumn('veces', 'Veces', (row) => row.veces, countOf, {
    width: '12rem',
    cell: (row) => <ShareBar share={row.peso}>{countOf(row.veces)}</ShareBar>,
  }),
];

const rejectionColumns: Columns<RowOf<typeof rejectionsOf>> = [
  textColumn('etapa', 'Etapa', (row) => row.nombre, rowHeader),
  figureColumn('decisiones', 'Decisiones', (row) => row.decisiones, countOf),
  figureColumn('rechazos', 'Rechazos', (row) => row.rechazos, countOf),
  shareColumn('parte', 'Parte rechazada', (row) => row.parte, 'danger'),
];

const reasonColumns: Columns<RowOf<typeof reasonsOf>> = [
  textColumn('motivo', 'Motivo', (row) => row.motivo, rowHeader),
  textColumn('etapa', 'Etapa', (row) => row.etapa),
  figureColumn('veces', 'Rechazos', (row) => row.veces, countOf),
  shareColumn('parte', 'Parte de los rechazos', (row) => row.parte, 'danger'),
];
