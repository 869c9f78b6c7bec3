import type { ReviewedRow } from '#contract/calls/import.calls.ts';
import type { DataTableColumn } from '../../components/data-table-props.ts';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import type { Tone } from '../../components/tone.ts';
import { textColumn } from '../records/table-columns.tsx';

interface Outcome {
  label: string;
  tone: Tone;
}

const outcomes: Record<ReviewedRow['resultado'], Outcome> = {
  correcta: { label: 'Correcta', tone: 'success' },
  registrada: { label: 'Ya registrada', tone: 'neutral' },
  error: { label: 'Con errores', tone: 'danger' },
};

/** Errors come first, whatever their place in the file. */
const order: readonly ReviewedRow['resultado'][] = ['error', 'correcta', 'registrada'];

const messagesOf = ({ mensajes }: ReviewedRow): string => mensajes.join(' · ');

export const reviewColumns: readonly DataTableColumn<ReviewedRow>[] = [
  {
    id: 'fila',
    header: 'Fila',
    cell: ({ fila }) => `Fila ${fila}`,
    sortValue: ({ fila }) => fila,
    isRowHeader: true,
    nowrap: true,
  },
  textColumn('nombre', 'Nombre', ({ nombre }) => nombre),
  {
    id: 'resultado',
    header: 'Resultado',
    cell: ({ resultado }) => <StatusBadge {...outcomes[resultado]} />,
    sortValue: ({ resultado }) => order.indexOf(resultado),
    searchValue: ({ resultado }) => outcomes[resultado].label,
    nowrap: true,
  },
  {
    id: 'mensajes',
    header: 'Qué falta corregir',
    cell: (row) => messagesOf(row) || '—',
    searchValue: messagesOf,
  },
];
