import type { Expense } from '#contract/calls/expenses.calls.ts';

/** Names an expense in the browser tab: `$ 20.400 Mensajería Rápida · n.º 6`. */
export const expenseTitle = ({
  valor_f,
  proveedor_nombre,
  consecutivo,
}: {
  valor_f: string;
  proveedor_nombre: string;
  consecutivo: number | null;
}): string =>
  `${valor_f} ${proveedor_nombre}${consecutivo === null ? '' : ` · n.º ${consecutivo}`}`;

/** The same of an expense that was loaded; absent while it is on its way. */
export const titleOfExpense = (expense: Expense | null | undefined): string | undefined =>
  expense ? expenseTitle({ ...expense, proveedor_nombre: expense.proveedor.nombre }) : undefined;
