import { linkTo, pathTo } from '../../app/screens/paths.ts';
import { useIdParam } from '../../app/screens/use-id-param.ts';
import { BoxPage } from './BoxPage.tsx';
import { detailColumn, factColumns, storeStatusColumn } from './expense-columns.tsx';
import { ExpenseTable } from './ExpenseTable.tsx';
import { type BoxContentViewProps, useBoxContent } from './use-box-content.ts';

/** verCaja: a box that the store sent, to read. */
export default function StoreBoxView({ machine }: BoxContentViewProps) {
  const { page, rows, account } = useBoxContent(useIdParam('idCaja'), machine);
  return (
    <BoxPage {...page} account={account} back={linkTo('historialCaja')}>
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
