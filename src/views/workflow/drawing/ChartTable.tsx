import { type Chart, type ChartTransition, nameOfState } from '#machines/diagram/chart.ts';
import type { DrawingMarks } from '#machines/diagram/marks.ts';
import { DataTable } from '../../../components/DataTable.tsx';
import type { DataTableColumn } from '../../../components/data-table-props.ts';
import { guardsTitle, targetName } from './chart-words.ts';

export interface ChartTableProps {
  chart: Chart;
  marks?: DrawingMarks;
}

const columnsOf = (
  chart: Chart,
  marks: DrawingMarks | undefined,
): DataTableColumn<ChartTransition>[] => [
  {
    id: 'desde',
    header: 'Desde',
    cell: (row) => nameOfState(chart, row.source),
    searchValue: (row) => nameOfState(chart, row.source),
    isRowHeader: true,
  },
  {
    id: 'evento',
    header: 'Qué ocurre',
    cell: ({ rotulo }) => rotulo,
    searchValue: ({ rotulo }) => rotulo,
  },
  {
    id: 'hacia',
    header: 'Hacia',
    cell: (row) => targetName(chart, row),
    searchValue: (row) => targetName(chart, row),
  },
  {
    id: 'perfiles',
    header: 'Quién',
    cell: ({ perfiles }) => perfiles.join(', ') || '—',
    searchValue: ({ perfiles }) => perfiles.join(' '),
  },
  {
    id: 'condiciones',
    header: guardsTitle(chart),
    cell: ({ guards }) => guards.map(({ mensaje }) => mensaje).join(' · ') || '—',
    searchValue: ({ guards }) => guards.map(({ mensaje }) => mensaje).join(' '),
  },
  ...((marks?.transitions?.size ?? 0) === 0
    ? []
    : [
        {
          id: 'cifras',
          header: 'Cifras',
          cell: ({ id }: ChartTransition) => marks?.transitions?.get(id)?.label ?? '—',
        },
      ]),
];

/** Every transition of the chart, for who searches, compares, or does not see the drawing. */
export function ChartTable({ chart, marks }: ChartTableProps) {
  return (
    <DataTable
      caption={`Transiciones: ${chart.nombre}`}
      columns={columnsOf(chart, marks)}
      rows={chart.transitions}
      rowKey={({ id }) => id}
      initialPageSize={100}
      searchPlaceholder="Buscar estado, evento o perfil"
    />
  );
}
