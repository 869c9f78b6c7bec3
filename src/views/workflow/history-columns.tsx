import type { ChartName } from '#contract/calls/workflow.calls.ts';
import { durationInWords } from '#machines/domain/durations.ts';
import { eventNameOf } from '#machines/domain/log-words.ts';
import {
  percentInWords,
  type reasonsOf,
  type rejectionsOf,
  type staysOf,
  type transitionsOf,
} from '#machines/domain/workflow-history.ts';
import { stateNameOf } from '#machines/domain/workflow-states.ts';
import type { DataTableColumn } from '../../components/data-table-props.ts';
import { ShareBar } from '../../components/ShareBar.tsx';
import { figureColumn, textColumn } from '../records/table-columns.tsx';
import { countOf } from './workflow-words.ts';

type Columns<Row> = readonly DataTableColumn<Row>[];
type RowOf<Figures extends (...args: never[]) => readonly unknown[]> = ReturnType<Figures>[number];

const rowHeader = { isRowHeader: true } as const;

/** A part of a whole as a bar with its per cent. */
const shareOf = (tone?: 'danger') => (part: number) => (
  <ShareBar share={part} {...(tone && { tone })}>
    {percentInWords(part)}
  </ShareBar>
);

export const stayColumns: Columns<RowOf<typeof staysOf>> = [
  textColumn('estado', 'Estado', (row) => row.nombre, rowHeader),
  figureColumn('parte', 'Parte del tiempo', (row) => row.parte, shareOf(), { width: '13rem' }),
  figureColumn('mediana', 'Mediana', (row) => row.mediana, durationInWords),
  figureColumn('p90', 'Percentil 90', (row) => row.p90, durationInWords),
  figureColumn('veces', 'Estancias', (row) => row.veces, countOf),
];

export const transitionColumnsOf = (maquina: ChartName): Columns<RowOf<typeof transitionsOf>> => [
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

export const rejectionColumns: Columns<RowOf<typeof rejectionsOf>> = [
  textColumn('etapa', 'Etapa', (row) => row.nombre, rowHeader),
  figureColumn('decisiones', 'Decisiones', (row) => row.decisiones, countOf),
  figureColumn('rechazos', 'Rechazos', (row) => row.rechazos, countOf),
  figureColumn('parte', 'Parte rechazada', (row) => row.parte, shareOf('danger'), {
    width: '12rem',
  }),
];

export const reasonColumns: Columns<RowOf<typeof reasonsOf>> = [
  textColumn('motivo', 'Motivo', (row) => row.motivo, rowHeader),
  textColumn('etapa', 'Etapa', (row) => row.etapa),
  figureColumn('veces', 'Rechazos', (row) => row.veces, countOf),
  figureColumn('parte', 'Parte de los rechazos', (row) => row.parte, shareOf('danger'), {
    width: '12rem',
  }),
];
