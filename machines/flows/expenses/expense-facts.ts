/** Turns rows of the wire into the case of which the law decides. */
import { type BoxTotalRow, type ExpenseRow, isExpenseRow } from '#contract/calls/box.calls.ts';
import type { Expense } from '#contract/calls/expense.calls.ts';
import type { BoxCase } from '#machines/domain/box-case.ts';
import { toCentavos } from '#machines/domain/money.ts';

/** The box of an expense, with no other expense in it. */
export const caseOfExpense = (expense: Expense): BoxCase => ({
  active: expense.active,
  expenses: new Map([
    [
      expense.id,
      {
        estado: expense.estado,
        context: {
          needsMaintenance: expense.requiere_mantenimiento === 1,
          hasSupport: expense.soporte !== null,
          recordedBy: expense.id_usuario_registro,
          categoryIds: expense.categorias_propias,
          valor: toCentavos(expense.valor),
          reembolsar: expense.reembolsar === null ? null : toCentavos(expense.reembolsar),
          offeredInvoices: expense.data_factura.map((invoice) => invoice.url),
        },
      },
    ],
  ]),
});

/** The expenses of a box without the row of its total. */
export const expenseRowsOf = (rows: readonly (ExpenseRow | BoxTotalRow)[]): ExpenseRow[] =>
  rows.filter(isExpenseRow);

/** The total of a box, in pesos of the wire: its last row. */
export const totalOfRows = (rows: readonly (ExpenseRow | BoxTotalRow)[]): number =>
  rows.reduce((total, row) => (isExpenseRow(row) ? total : row.total), 0);

/** Facts that a row of a list lacks, and that no event of a box or of its store asks for. */
const notListed = { recordedBy: 0, categoryIds: [], reembolsar: null, offeredInvoices: [] };

/** @param excess centavos beyond the fund, where that is forbidden */
export const caseOfBox = (
  { active }: { active: number },
  rows: readonly (ExpenseRow | BoxTotalRow)[],
  excess = 0,
): BoxCase => ({
  active,
  excess,
  expenses: new Map(
    expenseRowsOf(rows).map((row) => [
      row.id,
      {
        estado: row.estado,
        context: {
          ...notListed,
          needsMaintenance: row.requiere_mantenimiento === 1,
          hasSupport: row.soporte !== null,
          valor: toCentavos(row.valor),
        },
      },
    ]),
  ),
});
