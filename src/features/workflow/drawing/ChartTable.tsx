import { chakra } from '@chakra-ui/react/styled-system';
import type { DrawingMarks } from '#machines/diagram/chart-look.ts';
import {
  type Chart,
  type ChartState,
  type ChartTransition,
  isDomainChart,
  nameOfState,
} from '#machines/diagram/chart.ts';
import { TextLink } from '../../../ui/fields/LinkButton.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import type { DataTableColumn } from '../../../ui/table/use-data-table.ts';
import { plainColumn } from '../../../ui/table/columns.tsx';

/** Title of the guard messages: a domain machine shows them on refusal, a flow lists them as conditions. */
const guardsTitle = (chart: Chart): string =>
  isDomainChart(chart) ? 'Si no se cumple, se dice' : 'Condiciones';

const targetName = (chart: Chart, { target, self }: ChartTransition): string =>
  self ? 'Sigue en el mismo estado' : nameOfState(chart, target);

/** Facts of a state in one line. */
export const factsOf = ({ quien, initial, final, entrada }: ChartState): string =>
  [
    ...(quien === undefined || quien === '—' ? [] : [`En manos de: ${quien}`]),
    ...(initial ? ['Estado inicial'] : []),
    ...(final ? ['Estado final'] : []),
    ...entrada,
  ].join(' · ');

export interface TransitionItemsProps {
  chart: Chart;
  marks?: DrawingMarks | undefined;
  /** Id of the state. */
  source: string;
}

/** Lists the transitions of a state: target, profiles and conditions. */
export function TransitionItems({ chart, marks, source }: TransitionItemsProps) {
  const transitions = chart.transitions.filter((transition) => transition.source === source);
  if (transitions.length === 0) return null;
  return (
    <chakra.ul
      listStyleType="none"
      borderTopWidth="1px"
      px="4"
      py="2"
      display="grid"
      gap="2"
      fontSize="sm"
    >
      {transitions.map((transition) => {
        const mark = marks?.transitions?.get(transition.id);
        return (
          <chakra.li key={transition.id} bg={mark?.lit ? 'teal.50' : undefined}>
            <chakra.span fontWeight="semibold">
              {mark?.to === undefined ? (
                transition.rotulo
              ) : (
                <TextLink to={mark.to}>{transition.rotulo}</TextLink>
              )}
            </chakra.span>
            {' → '}
            {targetName(chart, transition)}
            {mark?.label === undefined ? null : (
              <chakra.span fontWeight="semibold" color="teal.800">{` · ${mark.label}`}</chakra.span>
            )}
            <Small title="Quién" lines={transition.perfiles} separator=", " />
            <Small
              title={guardsTitle(chart)}
              lines={transition.guards.map(({ mensaje }) => mensaje)}
              separator=" · "
            />
          </chakra.li>
        );
      })}
    </chakra.ul>
  );
}

interface SmallProps {
  title: string;
  lines: readonly string[];
  separator: string;
}

function Small({ title, lines, separator }: SmallProps) {
  return lines.length === 0 ? null : (
    <chakra.span display="block" color="fg.muted">
      {`${title}: ${lines.join(separator)}`}
    </chakra.span>
  );
}

type Column = DataTableColumn<ChartTransition>;

/** Searchable column without sorting; a dash for an empty value. */
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
  /** Lines below the title of a downloaded picture: what the marks are about, and their legend. */
  caption?: readonly string[];
  selected?: string | null;
  onSelectState?: (id: string) => void;
}

/** Transitions of a chart as a table, for search, comparison and screen readers. */
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
