import { linkTo, pathTo } from '../../shell/screens/paths.ts';
import { useIdParam } from '../../shell/screens/use-list-address.ts';
import { type BoxContentViewProps, BoxPage, useBoxContent } from './BoxPage.tsx';
import { BoxEntry } from '../entries/BoxEntry.tsx';
import { StorePayment } from '../payments/StorePayment.tsx';
import { ExpenseTable, detailColumn, factColumns } from './ExpenseTable.tsx';

/** detalleCajaCI: a box, read-only, for internal control and management. */
export default function ControlBoxView({ machine }: BoxContentViewProps) {
  const idCaja = useIdParam('idCaja');
  const { page, rows, account } = useBoxContent(idCaja, machine);
  return (
    <BoxPage {...page} account={account} back={backOf(page.facts?.box.id_tienda)}>
      <StorePayment idCaja={idCaja} active={page.facts?.box.active} />
      <BoxEntry idCaja={idCaja} active={page.facts?.box.active} />
      <ExpenseTable
        columns={[
          { ...factColumns.store, isRowHeader: true },
          factColumns.boxNumber,
          factColumns.invoice,
          { ...factColumns.supplier, isRowHeader: false },
          factColumns.date,
          factColumns.value,
          detailColumn((row) => pathTo('detalleGastoCI', { idGasto: row.id, idCaja })),
          factColumns.status,
        ]}
        rows={rows}
        account={account}
      />
    </BoxPage>
  );
}

/** Link back to the history of the store; to the list of stores while the box is loading. */
const backOf = (idTienda: number | undefined) =>
  idTienda === undefined ? linkTo('verTiendas') : linkTo('historialTienda', { idTienda });
