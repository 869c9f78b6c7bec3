/** Turns rows of the wire into the contexts of the law of box and expense. */
import { type BoxTotalRow, type ExpenseRow, isExpenseRow } from '#contract/calls/box.calls.ts';
import type { Expense } from '#contract/calls/expense.calls.ts';
import type { BoxContext } from '#machines/domain/box.machine.ts';
import type { ExpenseContext } from '#machines/domain/expense-guards.ts';
import { toCentavos } from '#machines/domain/money.ts';
import { boxStateOf } from '#machines/domain/states.ts';

/** @throws RangeError when the box of the expense is in a state that is not ours */
export const toExpenseContext = (expense: Expense): ExpenseContext => ({
  boxState: boxStateOf(expense.active),
  needsMaintenance: expense.requiere_mantenimiento === 1,
  hasSupport: expense.soporte !== null,
  recordedBy: expense.id_usuario_registro,
  categoryIds: expense.categorias_propias,
  valor: toCentavos(expense.valor),
  reembolsar: expense.reembolsar === null ? null : toCentavos(expense.reembolsar),
  offeredInvoices: expense.data_factura.map((invoice) => invoice.url),
});

/** The expenses of a box without the row of its total. */
export const expenseRowsOf = (rows: readonly (ExpenseRow | BoxTotalRow)[]): ExpenseRow[] =>
  rows.filter(isExpenseRow);

/** The total of a box, in pesos of the wire: its last row. */
export const totalOfRows = (rows: readonly (ExpenseRow | BoxTotalRow)[]): number =>
  rows.reduce((total, row) => (isExpenseRow(row) ? total : row.total), 0);

/** @param excess centavos beyond the fund, where that is forbidden */
export const toBoxContext = (
  rows: readonly (ExpenseRow | BoxTotalRow)[],
  excess = 0,
): BoxContext => ({
  excess,
  expenses: expenseRowsOf(rows).map((row) => ({
    id: row.id,
    estado: row.estado,
    needsMaintenance: row.requiere_mantenimiento === 1,
    hasSupport: row.soporte !== null,
  })),
});
