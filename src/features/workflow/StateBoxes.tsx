import type { WorkingCalendar } from '#machines/domain/values/working-hours.ts';
import { useWorkingCalendar } from '../../app/SessionProvider.tsx';
import { useActor } from '@xstate/react';
import { Eye, Route, X } from 'lucide-react';
import type { ChartName } from '#contract/calls/workflow.calls.ts';
import { workedSince } from '#machines/domain/history/durations.ts';
import { restingStatesOf, stateNameOf } from '#machines/domain/history/log-words.ts';
import type { PresentRow } from '#machines/domain/history/workflow-history.ts';
import { formatPesos } from '#machines/domain/values/money.ts';
import { queryOf } from '#machines/flows/steps/result.ts';
import { firstPage } from '../../app/screens/first-lists.ts';
import { pathTo } from '../../app/screens/paths.ts';
import { useMayOpen } from '../../app/SessionProvider.tsx';
import { type WorkflowPlace, boxHistoryPath } from '../../app/screens/workflow-address.ts';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import { IconLink, LinkButton, TextLink } from '../../ui/fields/LinkButton.tsx';
import { useNewQuestion } from '../../app/screens/use-list-address.ts';
import { Money } from '../../ui/layout/Money.tsx';
import { DataTable, TableSection } from '../../ui/table/DataTable.tsx';
import type { DataTableColumn } from '../../ui/table/use-data-table.ts';
import { serverNow } from '../../wire/server-clock.ts';
import {
  figureColumn,
  iconColumn,
  listTable,
  moneyColumn,
  plainColumn,
  textColumn,
  toneOf,
} from '../records/list-table.tsx';
import { boxOf, countOf, whoseOf } from './workflow-words.ts';
import type { StateBoxRow, stateBoxes } from './workflow.actors.ts';

interface StateTableProps {
  place: WorkflowPlace;
  maquina: ChartName;
  rows: readonly PresentRow[];
  instant: number | null;
  loading: boolean;
}

const captions: Record<ChartName, { caption: string; cantidad: string; oldest: string }> = {
  box: { caption: 'Cajas por estado', cantidad: 'Cajas', oldest: 'La que más espera' },
  expense: { caption: 'Gastos por estado', cantidad: 'Gastos', oldest: 'El que más espera' },
};

/** The present as a table: every state, also those in which nothing is. */
export function StateTable({ place, maquina, rows, instant, loading }: StateTableProps) {
  const { caption, cantidad, oldest } = captions[maquina];
  const order = restingStatesOf(maquina);
  const own = rows
    .filter((row) => row.maquina === maquina && order.includes(row.estado))
    .toSorted((one, other) => order.indexOf(one.estado) - order.indexOf(other.estado));
  const columns: readonly DataTableColumn<PresentRow>[] = [
    textColumn('estado', 'Estado', ({ estado }) => stateNameOf(maquina, estado), {
      isRowHeader: true,
      cell: ({ estado }) => (
        <TextLink to={place.pathWith({ estado })}>{stateNameOf(maquina, estado)}</TextLink>
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
      rowKey={(row) => row.estado}
      status={loading && rows.length === 0 ? 'loading' : 'ready'}
      searchable={false}
      initialPageSize={25}
    />
  );
}

/** Waiting time of the oldest, with the way to its history; a closed box waits for nobody. */
function Oldest({ row, instant }: { row: PresentRow; instant: number | null }) {
  const calendar = useWorkingCalendar();
  if (row.desde === null || row.id_caja === null || instant === null || row.estado === 'closed')
    return '—';
  return (
    <TextLink to={boxHistoryPath(row.id_caja)}>
      {workedSince(row.desde, instant, calendar)}
    </TextLink>
  );
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

/** A state of expenses: the box is somewhere else, with some of them. */
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

/** The expenses of a box that was not sent are its store's alone. */
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
  place: WorkflowPlace;
  maquina: ChartName;
  nombre: string;
  machine: typeof stateBoxes;
}

/** The boxes of one state, by pages; the one that has been there longest first. */
export function StateBoxes({ place, maquina, nombre, machine }: StateBoxesProps) {
  const { address, pathWith } = place;
  const question = { ...whoseOf(address), maquina, estado: address.estado };
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
