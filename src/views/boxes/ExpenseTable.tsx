import type { ReactNode } from 'react';
import type { ExpenseRow } from '#contract/calls/box.calls.ts';
import { formatPesos } from '#machines/domain/money.ts';
import { DataTable } from '../../components/DataTable.tsx';
import { Money } from '../../components/Money.tsx';
import type { ExpenseColumn } from './expense-columns.tsx';

export interface ExpenseTableProps {
  columns: readonly ExpenseColumn[];
  rows: readonly ExpenseRow[];
  /** Pesos of the wire, as the server says it. */
  total: number;
  /** The rows that are shown are being loaded again. */
  reloading?: boolean;
  emptyAction?: ReactNode;
  /** The expense that has just been decided. */
  noticed?: number | undefined;
}

/** The expenses of a box and their total; which columns there are, and so their order, is the screen's choice. */
export function ExpenseTable({
  columns,
  rows,
  total,
  reloading = false,
  emptyAction,
  noticed,
}: ExpenseTableProps) {
  const [first] = columns;
  return (
    <DataTable
      caption="Gastos de la caja"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      noticed={noticed}
      status={reloading ? 'loading' : 'ready'}
      initialPageSize={25}
      {...(first && { initialSort: { id: first.id, direction: 'asc' } })}
      searchPlaceholder="Buscar un gasto"
      emptyTitle="Esta caja no tiene gastos"
      emptyAction={emptyAction}
      footer={{
        label: 'Total reembolso',
        cells: { value: <Money strong>{formatPesos(total)}</Money> },
      }}
    />
  );
}
