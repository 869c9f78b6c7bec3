import type { ChartName } from '#contract/calls/workflow.calls.ts';
import { workedSince } from '#machines/domain/history/durations.ts';
import type { PresentRow } from '#machines/domain/history/workflow-present.ts';
import { restingStatesOf, stateNameOf } from '#machines/domain/history/workflow-states.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { DataTableColumn } from '../../ui/table/data-table-props.ts';
import { TextLink } from '../../ui/fields/TextLink.tsx';
import type { WorkflowPlace } from '../../app/screens/use-workflow-address.ts';
import { useWorkingCalendar } from '../../app/SessionProvider.tsx';
import { boxHistoryPath } from '../../app/screens/workflow-address.ts';
import { figureColumn, moneyColumn, textColumn } from '../records/table-columns.tsx';
import { countOf } from './workflow-words.ts';

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
