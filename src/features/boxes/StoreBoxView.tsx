import { linkTo, pathTo } from '../../app/screens/paths.ts';
import { useIdParam } from '../../app/screens/use-address-params.ts';
import { type BoxContentViewProps, BoxPage, useBoxContent } from './BoxPage.tsx';
import { StorePayment } from '../payments/StorePayment.tsx';
import { ExpenseTable, detailColumn, factColumns, storeStatusColumn } from './ExpenseTable.tsx';

/** verCaja: a box that the store sent, to read. */
export default function StoreBoxView({ machine }: BoxContentViewProps) {
  const { page, rows, account } = useBoxContent(useIdParam('idCaja'), machine);
  return (
    <BoxPage {...page} account={account} back={linkTo('historialCaja')}>
      <StorePayment box={page.facts?.box} />
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
