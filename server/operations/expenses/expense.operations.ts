import type { expenseCalls } from '#contract/calls/expense.calls.ts';
import type { Operation } from '../operation.ts';
import { attachSupport } from './attach-support.ts';
import { expenseDetail } from './expense-detail.ts';
import { recordExpense } from './record-expense.ts';
import { repeatedExpenses } from './repeated-expenses.ts';
import { removeExpense } from './remove-expense.ts';

export const expenseOperations = {
  '/enviarGasto': recordExpense,
  '/cargarSoporte': attachSupport,
  '/eliminarGasto': removeExpense,
  '/gastosRepetidos': repeatedExpenses,
  '/detalleGasto': expenseDetail,
} satisfies { [Path in keyof typeof expenseCalls]: Operation<Path> };
