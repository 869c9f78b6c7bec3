import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import type { ChartName } from '#contract/calls/workflow.calls.ts';
import type { DrawingMarks } from '#machines/diagram/chart-look.ts';
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
import { Backbone } from './Backbone.tsx';
import { ChartDownloads, ChartViews, MapFoot, legendLines } from './drawing/ChartViews.tsx';
import { chartOf } from './drawing/drawn.ts';
import {
  CaseLink,
  type FigureColumn,
  FigureTable,
  shareColumn,
  timeColumn,
} from './FiguresPanel.tsx';
import {
  caseFilterParams,
  countMarks,
  domainChartOf,
  stepOf,
  timeMarks,
} from './workflow-words.ts';
import type { workflowHistory } from './workflow.actors.ts';

interface HistoryProps {
  place: WorkflowViewState;
  machine: typeof workflowHistory;
}

/** What the map and its table show of the cases: how often, or how long. */
type Reading = 'counts' | 'times';

/** What happened in the cases of a period. */
export function HistoryPanel({ place, machine, reading }: HistoryProps & { reading: Reading }) {
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
  return <HistoryFigures place={place} history={history} loading={loading} reading={reading} />;
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

const legends = {
  counts: { thickness: 'ocurrió más veces' },
  times: { colour: 'allí se fue más tiempo' },
} as const;

interface HistoryFiguresProps {
  place: WorkflowViewState;
  /** Null until the first answer. */
  history: History | null;
  loading: boolean;
  reading: Reading;
}

/** Figures of a period: map and table. */
function HistoryFigures({ place, history, loading, reading }: HistoryFiguresProps) {
  const maquina = domainChartOf(place.address);
  const calendar = useWorkingCalendar();
  const chart = chartOf(maquina);
  const legend = legends[reading];
  const toCases = (paso: string) => place.pathWith({ vista: 'ciclo', paso });
  const marks: DrawingMarks =
    history === null
      ? {}
      : reading === 'times'
        ? timeMarks(history, maquina, calendar, toCases)
        : countMarks(history, chart, maquina, toCases);
  const caption = [
    `Cajas cerradas entre el ${shortDate(place.address.desde)} y el ${shortDate(place.address.hasta)}`,
    ...legendLines(legend),
  ];
  const table = {
    status: loading ? 'loading' : 'ready',
    searchable: false,
    initialPageSize: 25,
  } as const;
  return (
    <>
      <Section>
        <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="3" aria-busy={loading}>
          {maquina === 'box' ? (
            <Backbone charts={['box']} marks={marks} />
          ) : (
            <ChartViews chart={chart} caption={caption} marks={marks} />
          )}
          <MapFoot
            place={place}
            maquina={maquina}
            legend={maquina === 'box' && reading === 'counts' ? {} : legend}
          >
            {maquina === 'box' ? (
              <ChartDownloads chart={chart} caption={caption} marks={marks} />
            ) : null}
          </MapFoot>
        </chakra.div>
      </Section>
      {reading === 'times' ? (
        <FigureTable
          title="Tiempo hábil en cada estado"
          description={timeNotes[maquina]}
          columns={stayColumnsOf(place)}
          rows={history === null ? [] : staysOf(history, maquina)}
          rowKey={(row) => row.estado}
          {...table}
          emptyTitle="Ninguna salió de un estado en el periodo"
        />
      ) : (
        <FigureTable
          title="Transiciones"
          description="Cuántas veces ocurrió cada una. Las que no dicen el estado de la caja no se dibujan."
          columns={transitionColumnsOf(place, maquina)}
          rows={history === null ? [] : transitionsOf(history, maquina)}
          rowKey={({ evento, desde, hacia }) => `${evento} ${desde} ${hacia}`}
          {...table}
          initialSort={{ id: 'veces', direction: 'desc' }}
          emptyTitle="No hubo transiciones en el periodo"
        />
      )}
    </>
  );
}

/** Rejections of the cases, by stage and by reason. */
export function RejectionTables({ place, machine }: HistoryProps) {
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
