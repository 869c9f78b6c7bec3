import type { expenseCalls } from '#contract/calls/expense.calls.ts';
import type { Operation } from '../operation.ts';
import { correctExpense } from './correct-expense.ts';
import { attachSupport } from './attach-support.ts';
import { entrySuggestions } from './entry-suggestions.ts';
import { codedInvoice } from './coded-invoice.ts';
import { expenseDetail } from './expense-detail.ts';
import { recordExpense } from './record-expense.ts';
import { repeatedExpenses } from './repeated-expenses.ts';
import { removeExpense } from './remove-expense.ts';
import { unusedInvoices } from './unused-invoices.ts';

export const expenseOperations = {
  '/enviarGasto': recordExpense,
  '/corregirGasto': correctExpense,
  '/cargarSoporte': attachSupport,
  '/eliminarGasto': removeExpense,
  '/gastosRepetidos': repeatedExpenses,
  '/sugerenciasGasto': entrySuggestions,
  '/facturasSinGasto': unusedInvoices,
  '/facturaDelCodigo': codedInvoice,
  '/detalleGasto': expenseDetail,
} satisfies { [Path in keyof typeof expenseCalls]: Operation<Path> };
