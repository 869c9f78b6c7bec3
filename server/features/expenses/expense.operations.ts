import { attachReceipt } from './attach-receipt.ts';
import { correctExpense } from './correct-expense.ts';
import { codedInvoice, entrySuggestions, repeatedExpenses, unusedInvoices } from './entry-reads.ts';
import { expenseDetail } from './expense-detail.ts';
import { recordExpense } from './record-expense.ts';
import { removeExpense } from './remove-expense.ts';

export const expenseOperations = {
  '/enviarGasto': recordExpense,
  '/corregirGasto': correctExpense,
  '/cargarSoporte': attachReceipt,
  '/eliminarGasto': removeExpense,
  '/gastosRepetidos': repeatedExpenses,
  '/sugerenciasGasto': entrySuggestions,
  '/facturasSinGasto': unusedInvoices,
  '/facturaDelCodigo': codedInvoice,
  '/detalleGasto': expenseDetail,
};
