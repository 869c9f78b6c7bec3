import { chakra } from '@chakra-ui/react/styled-system';
import type { Step } from '#machines/domain/replay.ts';
import { type BoxHistory, type ExpenseAt, expensesAt } from '#machines/domain/workflow-box.ts';
import { DataTable } from '../../components/DataTable.tsx';
import type { DataTableColumn } from '../../components/data-table-props.ts';
import { Money } from '../../components/Money.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { toneOf } from '../records/state-tone.ts';
import { Noted, textColumn } from '../records/table-columns.tsx';

const columns: readonly DataTableColumn<ExpenseAt>[] = [
  {
    id: 'concepto',
    header: 'Gasto',
    isRowHeader: true,
    cell: ({ concepto, proveedor, cambio }) => (
      <>
        {concepto}
        {cambio ? (
          <chakra.span color="teal.800" fontWeight="bold">
            {' '}
            · este paso
          </chakra.span>
        ) : null}
        <chakra.span display="block" textStyle="sm" fontWeight="normal" color="fg.muted">
          {proveedor}
        </chakra.span>
      </>
    ),
    sortValue: (row) => row.concepto,
    searchValue: (row) => `${row.concepto} ${row.proveedor}`,
  },
  textColumn('estado', 'Estado', (row) => row.nombreEstado, {
    cell: (row) => <StatusBadge tone={toneOf(row.color)} label={row.nombreEstado} />,
  }),
  {
    id: 'valor',
    header: 'Valor',
    align: 'end',
    cell: ({ valor, reconocido }) => (
      <Noted note={reconocido}>
        <Money>{valor}</Money>
      </Noted>
    ),
  },
];

/** The expenses as they were at a step. */
export function StepExpenses({ history, step }: { history: BoxHistory; step: Step }) {
  const rows = expensesAt(history, step);
  return (
    <DataTable
      caption="Gastos en este paso"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      searchable={rows.length > 10}
      searchPlaceholder="Buscar gasto o estado"
      emptyTitle="La caja no tiene gastos en este paso"
    />
  );
}
