import { successes } from '#contract/errors.ts';
import { notFound } from '../../platform/errors/http-error.ts';
import { type Operation, actorOf, done } from '../../platform/http/operation.ts';
import { lockBoxOfExpense, storeInScope } from '../cases/scope.repository.ts';
import { BoxCase } from '../cases/stored-box-case.ts';
import { correctExpense } from './correct-expense.ts';
import { codedInvoice, entrySuggestions, repeatedExpenses, unusedInvoices } from './entry-reads.ts';
import { expenseDetail } from './expense-detail.ts';
import { attachReceipt, dropUnusedReceipt } from './receipts.ts';
import { recordExpense, unsettleOrigin } from './record-expense.ts';

/** /eliminarGasto: the store deletes an expense while its box is open; its events stay in the log. */
const removeExpense: Operation<'/eliminarGasto'> = async (input, context) => {
  const sha256 = await context.write(async (trx) => {
    const store = await storeInScope(trx, context.session, input.id_tienda);
    const row = await lockBoxOfExpense(trx, context.session, input.id_gasto);
    if (row.id_tienda !== store.id) throw notFound();
    const box = new BoxCase(trx, context.now(), row);
    const { soporte_sha256, origen } = await box.expense(input.id_gasto);
    const actor = actorOf(context.session);
    await box.fireExpenseEvent(input.id_gasto, { type: 'EXPENSE.REMOVE', actor });
    const gasto = input.id_gasto;
    if (origen !== null) await unsettleOrigin(trx, origen, { actor, gasto, now: context.now() });
    return soporte_sha256;
  });
  if (sha256 !== null) await dropUnusedReceipt(context, sha256);
  return done(successes.deleted);
};

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
