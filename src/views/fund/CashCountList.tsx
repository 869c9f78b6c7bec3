import { Printer } from 'lucide-react';
import type { CashCount } from '#machines/flows/cash-count/cash-count.selectors.ts';
import type { DataTableColumn } from '../../components/data-table-props.ts';
import { DayAndTime } from '../../components/DayAndTime.tsx';
import { IconLink } from '../../components/IconLink.tsx';
import { TableSection } from '../../components/TableSection.tsx';
import { iconColumn, moneyColumn, textColumn } from '../records/table-columns.tsx';
import { DifferenceBadge, differenceOfCount } from './CountedFund.tsx';

const facts: readonly DataTableColumn<CashCount>[] = [
  textColumn('fecha', 'Fecha', (row) => row.fecha, {
    isRowHeader: true,
    cell: (row) => <DayAndTime>{row.fecha}</DayAndTime>,
  }),
  textColumn('persona', 'Contado por', (row) => row.persona),
  moneyColumn('efectivo', 'Efectivo', (row) => row.efectivo),
  moneyColumn('recibos', 'Recibos', (row) => row.en_caja + row.en_proceso),
  moneyColumn('base', 'Base', (row) => row.base),
  {
    id: 'diferencia',
    header: 'Diferencia',
    cell: (row) => <DifferenceBadge count={row} />,
    sortValue: differenceOfCount,
  },
  textColumn('nota', 'Nota', (row) => row.nota),
];

/** The counts of before, the newest first, each with its sheet. */
export function CashCountList({
  rows,
  to,
}: {
  rows: readonly CashCount[];
  to: (id: number) => string;
}) {
  return (
    <TableSection
      title="Arqueos anteriores"
      columns={[
        ...facts,
        iconColumn('detail', 'Ver e imprimir', ({ id, fecha }: CashCount) => (
          <IconLink
            to={to(id)}
            icon={Printer}
            ofRow
            label={`Ver e imprimir el arqueo del ${fecha}`}
          />
        )),
      ]}
      rows={rows}
      rowKey={({ id }) => id}
      initialSort={{ id: 'fecha', direction: 'desc' }}
      searchPlaceholder="Buscar un arqueo"
      emptyTitle="Todavía no hay arqueos de esta tienda"
    />
  );
}
