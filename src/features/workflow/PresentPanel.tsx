import { useWorkingCalendar, useMayOpen } from '../../shell/session.ts';
import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import { RefreshCw, Eye, Route, X } from 'lucide-react';
import { type Problem, isLoading, queryOf } from '#machines/flows/steps/result.ts';
import {
  restingStateIn,
  stateNameOf,
  restingStatesOf,
} from '#machines/domain/history/log-words.ts';
import { instantOf, isKnown, rowsOf } from '#machines/flows/workflow/workflow-present.machine.ts';
import { dateTimeInBogota } from '#machines/domain/values/bogota-time.ts';
import { agoInWords, workedSince } from '#machines/domain/values/durations.ts';
import {
  type PresentRow,
  oldestBox,
  presentNameOf,
} from '#machines/domain/history/workflow-history.ts';
import type { stateBoxes, workflowPresent, StateBoxRow } from './workflow.actors.ts';
import { Section } from '../../ui/layout/Section.tsx';
import { usePageVisibility } from '../../ui/layout/use-in-view.ts';
import { type WorkflowViewState, boxHistoryPath } from '../../shell/screens/workflow-address.ts';
import { LoadSection, loadOf } from '../../shell/problems/LoadProblem.tsx';
import { Backbone } from './Backbone.tsx';
import { ChartViews, MapFoot, legendLines } from './drawing/ChartViews.tsx';
import { chartOf } from './drawing/drawn.ts';
import {
  CaseLink,
  type FigureMachine,
  FigureTiles,
  countWithShare,
  useFigures,
  useTimeWords,
} from './FiguresPanel.tsx';
import {
  domainChartOf,
  periodParams,
  presentMarks,
  boxFilterParams,
  boxOf,
} from './workflow-words.ts';
import { useNewQuestion } from '../../shell/screens/use-list-address.ts';
import { serverNow } from '../../wire/server-clock.ts';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import type { WorkingCalendar } from '#machines/domain/values/working-hours.ts';
import type { ChartName } from '#contract/calls/workflow.calls.ts';
import { formatPesos } from '#machines/domain/values/money.ts';
import { countOf } from '#machines/domain/values/texts.ts';
import { firstPage } from '../../shell/screens/first-lists.ts';
import { pathTo } from '../../shell/screens/paths.ts';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import { IconLink, LinkButton, TextLink } from '../../ui/fields/LinkButton.tsx';
import { Money } from '../../ui/layout/Money.tsx';
import { DataTable, TableSection } from '../../ui/table/DataTable.tsx';
import type { DataTableColumn } from '../../ui/table/use-data-table.ts';
import {
  figureColumn,
  iconColumn,
  moneyColumn,
  plainColumn,
  textColumn,
  toneOf,
} from '../../ui/table/columns.tsx';
import { listTable } from '../../shell/screens/list-table.ts';

const legend = { colour: 'se espera hace más tiempo' };

interface PresentPanelProps {
  place: WorkflowViewState;
  machines: {
    present: typeof workflowPresent;
    boxes: typeof stateBoxes;
    cycle: FigureMachine<'/flujoCiclo'>;
  };
}

/** Charts that each drawing marks; the backbone of a box includes its payment. */
const shown = { box: ['box', 'payment'], expense: ['expense'] } as const;

/** Current state of every box, as a drawing and as a table; choosing a state lists its boxes. */
export function PresentPanel({ place, machines }: PresentPanelProps) {
  const { address, goWith } = place;
  const whose = boxFilterParams(address);
  const [snapshot, send] = useActor(machines.present, { input: { question: whose } });
  useNewQuestion(whose, (question) => send({ type: 'ASK', question }));
  usePageVisibility((visible) => send({ type: visible ? 'SHOW' : 'HIDE' }));
  const list = useRevealed(address.estado);
  const calendar = useWorkingCalendar();

  const maquina = domainChartOf(address);
  const rows = rowsOf(snapshot);
  const instant = instantOf(snapshot);
  const load = loadOf(snapshot, send);
  if (load.failed && !isKnown(snapshot)) return <LoadSection {...load} />;
  const drawing = {
    marks: instant === null ? {} : presentMarks(rows, shown[maquina], instant, calendar),
    selected: address.estado,
    onSelectState: (estado: string) => goWith({ estado: restingStateIn(maquina, estado) }),
  };
  return (
    <>
      <chakra.div order={{ base: 1, xl: 0 }}>
        <CaseTiles place={place} machine={machines.cycle} />
      </chakra.div>
      <Section>
        <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="3">
          {maquina === 'box' ? (
            <Backbone charts={shown.box} {...drawing} />
          ) : (
            <ChartViews
              {...drawing}
              chart={chartOf(maquina)}
              caption={[
                ...(instant === null ? [] : [`El ${dateTimeInBogota(instant)}`]),
                ...legendLines(legend),
              ]}
            />
          )}
          <MapFoot
            place={place}
            maquina={maquina}
            legend={{
              ...legend,
              ...(maquina === 'box' && { note: 'Los giros incluyen los de movimientos del fondo' }),
            }}
          />
          <RefreshBar
            rows={rows}
            instant={instant}
            loading={isLoading(snapshot)}
            problem={load.failed ? load.problem : null}
            onRefresh={() => send({ type: 'REFRESH' })}
          />
        </chakra.div>
      </Section>
      <chakra.div ref={list} order="2" tabIndex={-1} outline="none" scrollMarginTop="4">
        {address.estado === '' ? null : (
          <StateBoxes
            key={`${maquina} ${address.estado}`}
            place={place}
            maquina={maquina}
            nombre={stateNameOf(maquina, address.estado)}
            machine={machines.boxes}
          />
        )}
      </chakra.div>
      <chakra.div order="3" minW="0">
        <StateTable
          place={place}
          maquina={maquina}
          rows={rows}
          instant={instant}
          loading={isLoading(snapshot)}
        />
      </chakra.div>
    </>
  );
}

/** Four key figures of the cases of the period. */
function CaseTiles({
  place,
  machine,
}: Pick<PresentPanelProps, 'place'> & { machine: FigureMachine<'/flujoCiclo'> }) {
  const inWords = useTimeWords();
  const { answer, load } = useFigures(machine, periodParams(place.address));
  const cifras = answer?.cifras;
  const share = (cases: number | undefined) =>
    cifras === undefined || cases === undefined ? '—' : countWithShare(cases, cifras.casos);
  return (
    <FigureTiles
      place={place}
      loading={answer === null && !load.failed}
      tiles={[
        [
          'enCurso',
          <CaseLink
            key=""
            place={place}
            filter={{ vista: 'demoras' }}
            name={answer === null ? '—' : countOf(answer.en_curso)}
          />,
        ],
        ['ciclo', <CaseLink key="" place={place} name={inWords(cifras?.ciclo?.mediana)} />],
        ['tarde', share(cifras?.tarde)],
        ['retrabajo', share(cifras?.retrabajo)],
      ]}
    />
  );
}

/** Scrolls to the list and focuses it when the user chooses a state; not when the page opens with one. */
function useRevealed(estado: string) {
  const list = useRef<HTMLDivElement>(null);
  const known = useRef(estado);
  useEffect(() => {
    if (known.current === estado) return;
    known.current = estado;
    if (estado === '') return;
    list.current?.focus({ preventScroll: true });
    list.current?.scrollIntoView({ block: 'start', behavior: 'smooth' });
  }, [estado]);
  return list;
}

interface RefreshBarProps {
  rows: readonly PresentRow[];
  /** Server time of the figures, epoch milliseconds; null until the first answer. */
  instant: number | null;
  loading: boolean;
  /** Problem of the last reload. */
  problem: Problem | null;
  onRefresh: () => void;
}

/** Longest wait, age of the figures, and a button that reloads them. */
function RefreshBar({ rows, instant, loading, problem, onRefresh }: RefreshBarProps) {
  useTicking(10_000);
  const calendar = useWorkingCalendar();
  const oldest = oldestBox(rows);
  return (
    <chakra.div
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      justifyContent="space-between"
      gap="3"
      minH="10"
    >
      <chakra.div textStyle="sm" color={problem === null ? 'fg.muted' : 'fg.error'}>
        {problem === null ? null : (
          <chakra.span role="alert">No se pudo actualizar: {problem.msg} </chakra.span>
        )}
        {oldest === null || instant === null
          ? null
          : `De las cajas sin cerrar o sin giro confirmado, la que más espera está en «${oldest.nombre}» hace ${workedSince(oldest.desde, instant, calendar)}. `}
        {instant === null ? 'Cargando…' : `Actualizado ${agoInWords(serverNow() - instant)}.`}
      </chakra.div>
      <chakra.div _print={{ display: 'none' }}>
        <GuardedButton
          variant="outline"
          size="sm"
          icon={RefreshCw}
          busy={loading && 'Actualizando…'}
          onClick={onRefresh}
        >
          Actualizar
        </GuardedButton>
      </chakra.div>
    </chakra.div>
  );
}

/** Re-renders at an interval, for texts that show an elapsed time. */
function useTicking(milliseconds: number): void {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), milliseconds);
    return () => clearInterval(timer);
  }, [milliseconds]);
}

interface StateTableProps {
  place: WorkflowViewState;
  maquina: ChartName;
  rows: readonly PresentRow[];
  instant: number | null;
  loading: boolean;
}

const captions: Record<ChartName, { caption: string; cantidad: string; oldest: string }> = {
  box: { caption: 'Cajas por estado', cantidad: 'Cajas', oldest: 'La que más espera' },
  expense: { caption: 'Gastos por estado', cantidad: 'Gastos', oldest: 'El que más espera' },
};

/** Current figures per state, including empty states. */
function StateTable({ place, maquina, rows, instant, loading }: StateTableProps) {
  const { caption, cantidad, oldest } = captions[maquina];
  const order = restingStatesOf(maquina);
  const own = [
    ...rows
      .filter((row) => row.maquina === maquina && order.includes(row.estado))
      .toSorted((one, other) => order.indexOf(one.estado) - order.indexOf(other.estado)),
    ...rows.filter((row) => maquina === 'box' && row.maquina === 'payment'),
  ];
  const columns: readonly DataTableColumn<PresentRow>[] = [
    textColumn('estado', 'Estado', presentNameOf, {
      isRowHeader: true,
      cell: (row) =>
        row.maquina === 'payment' ? (
          `Giro: ${presentNameOf(row)}`
        ) : (
          <TextLink to={place.pathWith({ estado: row.estado })}>{presentNameOf(row)}</TextLink>
        ),
    }),
    figureColumn('cantidad', cantidad, (row) => row.cantidad, countOf),
    moneyColumn('valor', 'Valor', (row) => row.valor),
    {
      id: 'espera',
      header: oldest,
      align: 'end',
      cell: (row) => <Oldest row={row} instant={instant} />,
      sortValue: ({ desde }) => (desde === null || instant === null ? null : instant - desde),
    },
  ];
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={own}
      rowKey={(row) => `${row.maquina} ${row.estado}`}
      status={loading && rows.length === 0 ? 'loading' : 'ready'}
      searchable={false}
      initialPageSize={25}
    />
  );
}

/** Longest wait, of a box with a link to its history; a dash for closed boxes, which wait for nothing. */
function Oldest({ row, instant }: { row: PresentRow; instant: number | null }) {
  const calendar = useWorkingCalendar();
  if (row.desde === null || instant === null || row.estado === 'closed') return '—';
  const wait = workedSince(row.desde, instant, calendar);
  return row.id_caja === null ? wait : <TextLink to={boxHistoryPath(row.id_caja)}>{wait}</TextLink>;
}

type Column = DataTableColumn<StateBoxRow>;

const factsOf = (calendar: WorkingCalendar): readonly Column[] => [
  plainColumn(
    'tienda',
    'Tienda',
    (row) => <TextLink to={boxHistoryPath(row.id_caja)}>{row.tienda}</TextLink>,
    { isRowHeader: true },
  ),
  plainColumn('consecutivo', 'Caja n.º', (row) => row.consecutivo ?? '—'),
  plainColumn('total', 'Valor', (row) => <Money>{formatPesos(row.total)}</Money>, {
    align: 'end',
  }),
  plainColumn(
    'desde',
    'En este estado hace',
    (row) => workedSince(row.desde, serverNow(), calendar),
    { align: 'end', nowrap: true },
  ),
  plainColumn('encargado', 'Encargado', (row) => row.encargado),
];

/** Extra columns for expense states: the state of the box, and how many of its expenses are in the chosen one. */
const ofExpenses: readonly Column[] = [
  plainColumn('estado', 'Estado de la caja', (row) => (
    <StatusBadge tone={toneOf(row.color)} label={row.estado} />
  )),
  plainColumn('gastos', 'Gastos', (row) => countOf(row.gastos), { align: 'end' }),
];

function columnsOf(maquina: ChartName, calendar: WorkingCalendar): readonly Column[] {
  const facts = factsOf(calendar);
  return maquina === 'box' ? facts : [...facts.slice(0, 2), ...ofExpenses, ...facts.slice(2)];
}

const historyColumn: Column = iconColumn('history', 'Recorrido', (row) => (
  <IconLink
    to={boxHistoryPath(row.id_caja)}
    icon={Route}
    label={`Ver el recorrido ${boxOf(row)}`}
  />
));

/** Only its own store may read the expenses of a box that was not sent. */
const boxColumn: Column = iconColumn('box', 'Ver caja', (row) =>
  row.consecutivo === null ? (
    '—'
  ) : (
    <IconLink
      to={pathTo('detalleCajaCI', { idCaja: row.id_caja })}
      icon={Eye}
      label={`Ver los gastos ${boxOf(row)}`}
    />
  ),
);

const isOfOpenBoxes = (estado: string): boolean => estado.split('.')[0] === 'open';

interface StateBoxesProps {
  place: WorkflowViewState;
  maquina: ChartName;
  nombre: string;
  machine: typeof stateBoxes;
}

/** Boxes in one state, paged by the server, the longest time in the state first. */
function StateBoxes({ place, maquina, nombre, machine }: StateBoxesProps) {
  const { address, pathWith } = place;
  const question = { ...boxFilterParams(address), maquina, estado: address.estado };
  const [snapshot, send] = useActor(machine, { input: { query: { ...question, ...firstPage } } });
  useNewQuestion(question, (next) => send({ type: 'QUERY', query: { ...next, ...firstPage } }));
  const mayOpenBox = useMayOpen('detalleCajaCI');
  const calendar = useWorkingCalendar();
  return (
    <TableSection
      {...listTable(
        snapshot,
        (changes) => send({ type: 'QUERY', query: { ...queryOf(snapshot), ...changes } }),
        send,
      )}
      title={`Cajas en «${nombre}»`}
      description="La que lleva más tiempo en el estado está primero."
      actions={
        <LinkButton to={pathWith({ estado: '' })} variant="ghost" size="sm" icon={X}>
          Cerrar la lista
        </LinkButton>
      }
      columns={[...columnsOf(maquina, calendar), historyColumn, ...(mayOpenBox ? [boxColumn] : [])]}
      rowKey={(row) => row.id_caja}
      searchable={false}
      emptyTitle={
        isOfOpenBoxes(address.estado)
          ? 'Hasta que se envía, una caja solo la ve su tienda'
          : 'No hay cajas en este estado'
      }
    />
  );
}
