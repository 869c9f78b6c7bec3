import { useActor } from '@xstate/react';
import { Eye, FileInput, PackageCheck } from 'lucide-react';
import { usePrefetched } from '../../wire/with-calls.ts';
import {
  NextPending,
  type PendingRow,
  SentNotice,
  pendingBoxes,
  type pendingItems,
} from './box-lists.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { DataTableColumn } from '../../ui/table/use-data-table.ts';
import { IconLink, LinkButton } from '../../ui/fields/LinkButton.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { firstLists } from '../../shell/screens/first-lists.ts';
import { labelOf, pathTo } from '../../shell/screens/paths.ts';
import { useListAddress } from '../../shell/screens/use-list-address.ts';
import {
  dateColumn,
  figureColumn,
  iconColumn,
  moneyColumn,
  stateColumn,
  textColumn,
} from '../../ui/table/columns.tsx';
import { useListTable } from '../../shell/screens/list-table.ts';

const columns: readonly DataTableColumn<PendingRow>[] = [
  textColumn('tienda', 'Tienda', (row) => row.tienda, { isRowHeader: true }),
  figureColumn('consecutivo', 'Reembolso n.º', (row) => row.consecutivo, String, {
    align: 'start',
    card: 'left',
    cardLabel: 'Caja n.º',
  }),
  dateColumn('fecha', 'Fecha de recibido en contabilidad', (row) => row.fecha, { card: 'end' }),
  moneyColumn('total', 'Valor', (row) => row.total, { card: 'figure' }),
  stateColumn({ nowrap: true }),
  iconColumn(
    'detail',
    'Ver detalle',
    (row) => (
      <IconLink
        to={pathTo('revisarCaja', { idCaja: row.id })}
        icon={Eye}
        ofRow
        label={`Abrir la caja n.º ${row.consecutivo ?? ''} de ${row.tienda}`}
      />
    ),
    { card: 'link' },
  ),
];

/** cajasPendientes: boxes that accounting has to review, in either pass. */
export default function PendingBoxesView({
  machine = pendingBoxes,
  pending,
}: {
  machine?: typeof pendingBoxes;
  pending?: typeof pendingItems;
}) {
  const place = useListAddress(firstLists.cajasPendientes, columns);
  const [snapshot, send] = useActor(machine, usePrefetched(machine, { query: place.query }));
  const table = useListTable(snapshot, send, place);
  return (
    <Page
      title={labelOf('cajasPendientes')}
      actions={
        <>
          <NextPending {...(pending && { machine: pending })} />
          <LinkButton to={pathTo('recibirPapeles')} icon={PackageCheck} variant="outline">
            {labelOf('recibirPapeles')}
          </LinkButton>
          <LinkButton to={pathTo('importarFacturas')} icon={FileInput} variant="outline">
            Importar facturas
          </LinkButton>
        </>
      }
    >
      <SentNotice />
      <DataTable
        {...table}
        caption="Cajas pendientes"
        columns={columns}
        rowKey={(row) => row.id}
        searchPlaceholder="Buscar por tienda, caja o estado"
        emptyTitle="No hay cajas pendientes"
        emptyDescription="Cuando una caja llegue a contabilidad aparecerá aquí."
      />
    </Page>
  );
}
