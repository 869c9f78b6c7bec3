/** Makes the facts of the law from stored rows. */
import type { BoxExpense } from '#machines/domain/box.machine.ts';
import { receiptKey } from '#machines/domain/document-keys.ts';
import type { ExpenseContext } from '#machines/domain/expense-guards.ts';
import { invoiceUrlsOf } from '#machines/domain/offered-invoices.ts';
import type { BoxStateName } from '#machines/domain/states.ts';
import type { LawRow } from '../repositories/box-location.repository.ts';
import type { ExpenseRow } from '../repositories/expense.repository.ts';

/** States in which accounting receives the box. */
export const receivedByAccounting: readonly BoxStateName[] = ['preliminary', 'finalAccounting'];

export const boxExpenseOf = (expense: LawRow): BoxExpense => ({
  id: expense.id,
  estado: expense.estado,
  needsMaintenance: expense.requiere_mantenimiento === 1,
  hasSupport: expense.soporte !== null,
});

export const expenseFactsOf = (expense: ExpenseRow): ExpenseContext => ({
  needsMaintenance: expense.requiere_mantenimiento === 1,
  hasSupport: expense.soporte !== null,
  recordedBy: expense.id_usuario,
  categoryIds: JSON.parse(expense.categorias_propias) as number[],
  valor: expense.valor,
  reembolsar: expense.reembolsar,
  offeredInvoices: invoiceUrlsOf(expense.data_factura),
});

/** The columns of an expense that follow from what was recorded. */
export const keysOf = (
  { recibo }: { recibo: string },
  { categoryIds }: { categoryIds: readonly number[] },
) => ({
  recibo_normalizado: receiptKey(recibo),
  categorias_propias: JSON.stringify(categoryIds),
});
