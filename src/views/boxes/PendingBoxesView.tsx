import { useActor } from '@xstate/react';
import { Eye, FileInput } from 'lucide-react';
import { boxStates } from '#machines/domain/states.ts';
import { formatPesos } from '#machines/domain/money.ts';
import { type PendingRow, pendingBoxes } from '../../actors/list-boxes.actors.ts';
import { DataTable } from '../../components/DataTable.tsx';
import type { DataTableColumn } from '../../components/data-table-props.ts';
import { IconLink } from '../../components/IconLink.tsx';
import { LinkButton } from '../../components/LinkButton.tsx';
import { Money } from '../../components/Money.tsx';
import { Page } from '../../components/Page.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { labelOf } from '../../screens/labels.ts';
import { pathTo } from '../../screens/paths.ts';
import { DayAndTime } from '../../components/DayAndTime.tsx';
import { firstPage, listTable } from '../records/list-table.ts';
import { toneOf } from '../records/state-tone.ts';

const columns: readonly DataTableColumn<PendingRow>[] = [
  {
    id: 'tienda',
    header: 'Tienda',
    isRowHeader: true,
    cell: (row) => row.tienda,
    sortValue: (row) => row.tienda,
  },
  {
    id: 'consecutivo',
    header: 'Reembolso n.º',
    cell: (row) => row.consecutivo ?? '—',
    sortValue: (row) => row.consecutivo,
  },
  {
    id: 'fecha',
    header: 'Fecha de recibido en contabilidad',
    cell: (row) => <DayAndTime>{row.fecha}</DayAndTime>,
    sortValue: (row) => row.fecha,
  },
  {
    id: 'total',
    header: 'Valor',
    align: 'end',
    cell: (row) => <Money>{formatPesos(row.total)}</Money>,
    sortValue: (row) => row.total,
  },
  {
    id: 'estado',
    header: 'Estado',
    nowrap: true,
    cell: (row) => <StatusBadge tone={toneOf(row.color)} label={row.estado} />,
    sortValue: (row) => row.estado,
  },
  {
    id: 'detail',
    header: 'Ver detalle',
    align: 'center',
    cell: (row) => (
      <IconLink
        to={pathTo('revisarCaja', { idCaja: row.id })}
        icon={Eye}
        label={`Revisar el reembolso ${row.consecutivo ?? ''} de ${row.tienda}`}
      />
    ),
  },
];

/** cajasPendientes: the boxes that accounting has to review, in either pass. */
export default function PendingBoxesView({
  machine = pendingBoxes,
}: {
  machine?: typeof pendingBoxes;
}) {
  const [snapshot, send] = useActor(machine, {
    input: {
      query: {
        estado: boxStates.finalAccounting.codigo,
        ...firstPage,
        orden: 'tienda',
        direccion: 'asc' as const,
      },
    },
  });
  return (
    <Page
      title={labelOf('cajasPendientes')}
      actions={
        <LinkButton to={pathTo('importarFacturas')} icon={FileInput} variant="outline">
          Importar facturas electrónicas
        </LinkButton>
      }
    >
      <DataTable
        {...listTable(snapshot, send)}
        caption="Cajas pendientes"
        columns={columns}
        rowKey={(row) => row.id}
        searchPlaceholder="Buscar por tienda, reembolso o estado"
        emptyTitle="No hay cajas pendientes"
        emptyDescription="Cuando una caja llegue a contabilidad aparecerá aquí."
      />
    </Page>
  );
}
