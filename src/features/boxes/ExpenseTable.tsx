import type { ReactNode } from 'react';
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import type { ExpenseRow } from '#contract/calls/boxes.calls.ts';
import { type FigureLine, figureNames } from '#machines/domain/fund/fund.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { DataTableFooter } from '../../ui/table/data-table-props.ts';
import { Money } from '../../ui/layout/Money.tsx';
import type { ExpenseColumn } from './expense-columns.tsx';
import { Legend } from '../../ui/feedback/Legend.tsx';

interface ExpenseTableProps {
  columns: readonly ExpenseColumn[];
  rows: readonly ExpenseRow[];
  /** The figures of the box; none before it is there. */
  account: readonly FigureLine[];
  /** The rows that are shown are being loaded again. */
  reloading?: boolean;
  emptyAction?: ReactNode;
  /** The expenses have marks to be explained. */
  reviewed?: boolean;
  /** The expense that has just been decided. */
  noticed?: number | undefined;
  /** Rows that stand before the others. */
  leads?: (row: ExpenseRow) => boolean;
  /** Only some of the expenses are listed. */
  filtered?: boolean;
}

/** The expenses of a box and their total; which columns there are, and so their order, is the screen's choice. */
export function ExpenseTable({
  columns,
  rows,
  account,
  reloading = false,
  emptyAction,
  reviewed = true,
  noticed,
  leads,
  filtered = false,
}: ExpenseTableProps) {
  const [first] = columns;
  const total = account.at(-1);
  return (
    <DataTable
      caption="Gastos de la caja"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      noticed={noticed}
      {...(leads && { leads })}
      status={reloading ? 'loading' : 'ready'}
      initialPageSize={25}
      dense
      {...(reviewed && { legend: <ReviewLegend /> })}
      {...(first && { initialSort: { id: first.id, direction: 'asc' } })}
      searchPlaceholder="Buscar un gasto"
      emptyTitle={filtered ? 'Ningún gasto es así' : 'Esta caja no tiene gastos'}
      emptyAction={emptyAction}
      {...(total && { footer: footerOf(total) })}
    />
  );
}

/** The specification calls the last figure of a reviewed box its reimbursement; it is none before the box is closed. */
const footerOf = ({ label, amount }: FigureLine): DataTableFooter => ({
  label: label === figureNames.granted ? `${figureNames.paid} (${label.toLowerCase()})` : label,
  cells: { value: <Money strong>{amount}</Money> },
});

/** Explains the marks of the expenses. */
function ReviewLegend() {
  return (
    <Legend
      items={[
        { tone: 'success', icon: CircleCheck, label: 'Aprobado' },
        { tone: 'danger', icon: CircleX, label: 'Rechazado' },
        { tone: 'warning', icon: TriangleAlert, label: 'Novedad' },
      ]}
    />
  );
}
