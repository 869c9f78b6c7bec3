import { linkTo, pathTo } from '../../screens/paths.ts';
import { useIdParam } from '../../screens/use-id-param.ts';
import { BoxHeader } from './BoxHeader.tsx';
import { BoxPage } from './BoxPage.tsx';
import { detailColumn, factColumns } from './expense-columns.tsx';
import { ExpenseTable } from './ExpenseTable.tsx';
import { ReviewLegend } from './ReviewLegend.tsx';
import { type BoxContentViewProps, useBoxContent } from './use-box-content.ts';

/** detalleCajaCI: a box as control and management read it. */
export default function ControlBoxView({ machine }: BoxContentViewProps) {
  const idCaja = useIdParam('idCaja');
  const { page, rows, account } = useBoxContent(idCaja, machine);
  return (
    <BoxPage {...page} back={backOf(page.facts?.box.id_tienda)}>
      {page.facts === null ? null : <BoxHeader {...page.facts} />}
      <ReviewLegend />
      <ExpenseTable
        columns={[
          { ...factColumns.store, isRowHeader: true },
          factColumns.consecutive,
          factColumns.invoice,
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

/** To the history of its store; to the stores while the box is not there. */
const backOf = (idTienda: number | undefined) =>
  idTienda === undefined ? linkTo('verTiendas') : linkTo('historialTienda', { idTienda });
