import { type Chart, type ChartTransition, nameOfState } from '#machines/diagram/chart.ts';
import type { DrawingMarks } from '#machines/diagram/chart-look.ts';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import type { DataTableColumn } from '../../../ui/table/data-table-props.ts';
import { plainColumn } from '../../records/table-columns.tsx';
import { guardsTitle, targetName } from './chart-words.ts';

type Column = DataTableColumn<ChartTransition>;

/** In the order of the machine alone; searched, and a dash where there is nothing. */
const column = (id: string, header: string, words: (row: ChartTransition) => string): Column =>
  plainColumn(id, header, (row) => words(row) || '—', { searchValue: words });

const columnsOf = (chart: Chart, { transitions }: DrawingMarks): Column[] => [
  { ...column('desde', 'Desde', ({ source }) => nameOfState(chart, source)), isRowHeader: true },
  column('evento', 'Qué ocurre', ({ rotulo }) => rotulo),
  column('hacia', 'Hacia', (row) => targetName(chart, row)),
  column('perfiles', 'Quién', ({ perfiles }) => perfiles.join(', ')),
  column('condiciones', guardsTitle(chart), ({ guards }) =>
    guards.map(({ mensaje }) => mensaje).join(' · '),
  ),
  ...(transitions === undefined || transitions.size === 0
    ? []
    : [column('cifras', 'Cifras', ({ id }) => transitions.get(id)?.label ?? '')]),
];

export interface ChartProps {
  chart: Chart;
  marks?: DrawingMarks | undefined;
  selected?: string | null;
  onSelectState?: (id: string) => void;
}

/** Every transition of the chart, for who searches, compares, or does not see the drawing. */
export function ChartTable({ chart, marks = {} }: ChartProps) {
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
