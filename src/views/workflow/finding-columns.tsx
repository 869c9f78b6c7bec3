import { chakra } from '@chakra-ui/react/styled-system';
import { Route } from 'lucide-react';
import { eventNameOf, findingSentence, guardSentence } from '#machines/domain/log-words.ts';
import type { Finding } from '#machines/flows/workflow/workflow-conformance.machine.ts';
import type { DataTableColumn } from '../../components/data-table-props.ts';
import { IconLink } from '../../components/IconLink.tsx';
import { boxHistoryPath } from '../../screens/workflow-address.ts';
import { iconColumn, textColumn } from '../records/table-columns.tsx';
import { boxOf } from './workflow-words.ts';

const eventOf = ({ secuencia, evento }: Finding): string =>
  secuencia === null || evento === null
    ? 'Al final del registro'
    : `Evento ${secuencia}: ${eventNameOf(evento)}`;

/** The sentence of each guard that refuses, and every other difference; the names of guards say it to nobody. */
const linesOf = ({ evento, guardias, diferencias }: Finding): string[] => [
  ...guardias.map((guardia) => guardSentence(evento ?? '', guardia)),
  ...diferencias
    .filter((line) => !guardias.some((guardia) => line.includes(guardia)))
    .map(findingSentence),
];

/** A box may have several: each says something else. */
export const findingKey = (finding: Finding): string =>
  [finding.id_caja, finding.secuencia, ...linesOf(finding)].join(' ');

export const findingColumns: readonly DataTableColumn<Finding>[] = [
  textColumn('tienda', 'Tienda', (row) => row.tienda, { isRowHeader: true }),
  textColumn('consecutivo', 'Reembolso n.º', (row) => String(row.consecutivo ?? ''), {
    sortValue: (row) => row.consecutivo,
  }),
  textColumn('evento', 'Evento', eventOf),
  {
    id: 'motivo',
    header: 'Por qué no concuerda',
    cell: (row) =>
      linesOf(row).map((line) => (
        <chakra.span key={line} display="block" overflowWrap="anywhere">
          {line}
        </chakra.span>
      )),
    searchValue: (row) => linesOf(row).join(' '),
  },
  iconColumn('history', 'Recorrido', (row) => (
    <IconLink
      to={boxHistoryPath(row.id_caja, row.secuencia)}
      icon={Route}
      label={`Ver el recorrido ${boxOf(row)}`}
    />
  )),
];
