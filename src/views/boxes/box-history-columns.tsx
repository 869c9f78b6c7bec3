import { Eye } from 'lucide-react';
import { formatPesos } from '#machines/domain/money.ts';
import type { HistoryRow } from '../../actors/list-boxes.actors.ts';
import { DayAndTime } from '../../components/DayAndTime.tsx';
import type { DataTableColumn } from '../../components/data-table-props.ts';
import { IconLink } from '../../components/IconLink.tsx';
import { Money } from '../../components/Money.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { toneOf } from '../records/state-tone.ts';

type HistoryColumn = DataTableColumn<HistoryRow>;

const name = (consecutivo: number | null): string => String(consecutivo ?? '—');

/** The columns of a history; an id is the name by which the server orders. */
export const historyColumns = {
  tienda: {
    id: 'tienda',
    header: 'Tienda',
    isRowHeader: true,
    cell: (row) => row.tienda,
    sortValue: (row) => row.tienda,
  },
  consecutivo: {
    id: 'consecutivo',
    header: 'Reembolso n.º',
    cell: (row) => name(row.consecutivo),
    sortValue: (row) => row.consecutivo,
  },
  fecha: {
    id: 'fecha',
    header: 'Fecha de creación',
    nowrap: true,
    cell: (row) => row.fecha,
    sortValue: (row) => row.fecha,
  },
  total: {
    id: 'total',
    header: 'Valor solicitado',
    align: 'end',
    cell: (row) => <Money>{formatPesos(row.total)}</Money>,
    sortValue: (row) => row.total,
  },
  total_aprobado: {
    id: 'total_aprobado',
    header: 'Valor aprobado',
    align: 'end',
    cell: (row) => <Money>{formatPesos(row.total_aprobado)}</Money>,
    sortValue: (row) => row.total_aprobado,
  },
  estado: {
    id: 'estado',
    header: 'Estado',
    cell: (row) => <StatusBadge tone={toneOf(row.color)} label={row.estado} />,
    sortValue: (row) => row.estado,
  },
  tipo_usuario: {
    id: 'tipo_usuario',
    header: 'Encargado',
    cell: (row) => row.tipo_usuario,
    sortValue: (row) => row.tipo_usuario,
  },
  fecha_movimiento: {
    id: 'fecha_movimiento',
    header: 'Fecha de recepción',
    cell: (row) => <DayAndTime>{row.fecha_movimiento}</DayAndTime>,
    sortValue: (row) => row.fecha_movimiento,
  },
} as const satisfies Record<string, HistoryColumn>;

export type HistoryColumnId = keyof typeof historyColumns;

/** The order of the eighth column: what has waited longest comes first. */
export const oldestFirst = { orden: 'fecha_movimiento', direccion: 'asc' } as const;

export const detailColumn = (to: (row: HistoryRow) => string): HistoryColumn => ({
  id: 'detail',
  header: 'Ver detalle',
  align: 'center',
  cell: (row) => (
    <IconLink
      to={to(row)}
      icon={Eye}
      label={`Ver el reembolso ${name(row.consecutivo)} de ${row.tienda}`}
    />
  ),
});
