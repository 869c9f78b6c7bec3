import type { ChartName } from '#contract/calls/workflow.calls.ts';
import { durationInWords } from '#machines/domain/durations.ts';
import { eventNameOf } from '#machines/domain/log-words.ts';
import {
  percentInWords,
  type ReasonFigures,
  type StageRejections,
  type StayFigures,
  type TransitionFigures,
} from '#machines/flows/workflow/workflow-history.ts';
import { stateNameOf } from '#machines/flows/workflow/workflow-states.ts';
import type { DataTableColumn } from '../../components/data-table-props.ts';
import { ShareBar } from '../../components/ShareBar.tsx';
import { countOf } from './words.ts';

export const stayColumns: readonly DataTableColumn<StayFigures>[] = [
  {
    id: 'estado',
    header: 'Estado',
    isRowHeader: true,
    cell: (row) => row.nombre,
    sortValue: (row) => row.nombre,
  },
  {
    id: 'parte',
    header: 'Parte del tiempo',
    align: 'end',
    width: '13rem',
    cell: ({ parte }) =>
      parte === null ? '—' : <ShareBar share={parte}>{percentInWords(parte)}</ShareBar>,
    sortValue: (row) => row.parte,
  },
  {
    id: 'mediana',
    header: 'Mediana',
    align: 'end',
    cell: (row) => durationInWords(row.mediana),
    sortValue: (row) => row.mediana,
  },
  {
    id: 'p90',
    header: 'Percentil 90',
    align: 'end',
    cell: (row) => durationInWords(row.p90),
    sortValue: (row) => row.p90,
  },
  {
    id: 'veces',
    header: 'Estancias',
    align: 'end',
    cell: (row) => countOf(row.veces),
    sortValue: (row) => row.veces,
  },
];

export const transitionColumnsOf = (
  maquina: ChartName,
): readonly DataTableColumn<TransitionFigures>[] => [
  {
    id: 'evento',
    header: 'Evento',
    isRowHeader: true,
    cell: (row) => eventNameOf(row.evento),
    sortValue: (row) => eventNameOf(row.evento),
  },
  {
    id: 'desde',
    header: 'De',
    cell: (row) => stateNameOf(maquina, row.desde),
    sortValue: (row) => stateNameOf(maquina, row.desde),
  },
  {
    id: 'hacia',
    header: 'A',
    cell: (row) => (row.desde === row.hacia ? 'El mismo' : stateNameOf(maquina, row.hacia)),
    sortValue: (row) => stateNameOf(maquina, row.hacia),
  },
  {
    id: 'veces',
    header: 'Veces',
    align: 'end',
    width: '12rem',
    cell: (row) => <ShareBar share={row.peso}>{countOf(row.veces)}</ShareBar>,
    sortValue: (row) => row.veces,
  },
];

export const rejectionColumns: readonly DataTableColumn<StageRejections>[] = [
  {
    id: 'etapa',
    header: 'Etapa',
    isRowHeader: true,
    cell: (row) => row.nombre,
    sortValue: (row) => row.nombre,
  },
  {
    id: 'decisiones',
    header: 'Decisiones',
    align: 'end',
    cell: (row) => countOf(row.decisiones),
    sortValue: (row) => row.decisiones,
  },
  {
    id: 'rechazos',
    header: 'Rechazos',
    align: 'end',
    cell: (row) => countOf(row.rechazos),
    sortValue: (row) => row.rechazos,
  },
  {
    id: 'parte',
    header: 'Parte rechazada',
    align: 'end',
    width: '12rem',
    cell: (row) =>
      row.parte === null ? (
        '—'
      ) : (
        <ShareBar share={row.parte} tone="danger">
          {percentInWords(row.parte)}
        </ShareBar>
      ),
    sortValue: (row) => row.parte,
  },
];

export const reasonColumns: readonly DataTableColumn<ReasonFigures>[] = [
  {
    id: 'motivo',
    header: 'Motivo',
    isRowHeader: true,
    cell: (row) => row.motivo,
    sortValue: (row) => row.motivo,
  },
  { id: 'etapa', header: 'Etapa', cell: (row) => row.etapa, sortValue: (row) => row.etapa },
  {
    id: 'veces',
    header: 'Rechazos',
    align: 'end',
    cell: (row) => countOf(row.veces),
    sortValue: (row) => row.veces,
  },
  {
    id: 'parte',
    header: 'Parte de los rechazos',
    align: 'end',
    width: '12rem',
    cell: (row) => (
      <ShareBar share={row.parte} tone="danger">
        {percentInWords(row.parte)}
      </ShareBar>
    ),
    sortValue: (row) => row.parte,
  },
];
