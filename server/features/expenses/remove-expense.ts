import { successes } from '#contract/errors.ts';
import { lockBoxOfExpense, storeInScope } from '../cases/scope.repository.ts';
import { notFound } from '../../platform/errors/http-error.ts';
import { BoxCase } from '../cases/stored-box-case.ts';
import { actorOf, done, type Operation } from '../../platform/http/operation.ts';
import { dropUnusedReceipt } from './receipt-cleanup.ts';

/** /eliminarGasto: the store deletes an expense while its box is open; the log keeps that it existed. */
export const removeExpense: Operation<'/eliminarGasto'> = async (input, context) => {
  const sha256 = await context.write(async (trx) => {
    const store = await storeInScope(trx, context.session, input.id_tienda);
    const row = await lockBoxOfExpense(trx, context.session, input.id_gasto);
    if (row.id_tienda !== store.id) throw notFound();
    const box = new BoxCase(trx, context.now(), row);
    const { soporte_sha256 } = await box.expense(input.id_gasto);
    await box.fireOn(input.id_gasto, { type: 'EXPENSE.REMOVE', actor: actorOf(context.session) });
    return soporte_sha256;
  });
  if (sha256 !== null) await dropUnusedReceipt(context, sha256);
  return done(successes.deleted);
};
