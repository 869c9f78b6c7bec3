import { linkTo, pathTo } from '../../shell/screens/paths.ts';
import { useIdParam } from '../../shell/screens/use-list-address.ts';
import { type BoxContentViewProps, BoxPage, useBoxContent } from './BoxPage.tsx';
import { StorePayment } from '../payments/StorePayment.tsx';
import { ExpenseTable, detailColumn, factColumns, storeStatusColumn } from './ExpenseTable.tsx';

/** verCaja: a box that the store has sent, read-only. */
export default function StoreBoxView({ machine }: BoxContentViewProps) {
  const idCaja = useIdParam('idCaja');
  const { page, rows, account } = useBoxContent(idCaja, machine);
  return (
    <BoxPage {...page} account={account} back={linkTo('historialCaja')}>
      <StorePayment idCaja={idCaja} active={page.facts?.box.active} />
      <ExpenseTable
        columns={[
          factColumns.date,
          factColumns.invoice,
          factColumns.supplierDocument,
          factColumns.supplier,
          factColumns.categories,
          factColumns.value,
          factColumns.receipt,
          detailColumn((row) => pathTo('detalleGasto', { idGasto: row.id })),
          storeStatusColumn(page.facts?.box),
        ]}
        rows={rows}
        account={account}
      />
    </BoxPage>
  );
}
