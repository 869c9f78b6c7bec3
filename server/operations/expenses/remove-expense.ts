import { successes } from '#contract/errors.ts';
import { expenseInScope, storeInScope } from '../../repositories/scope.repository.ts';
import { notFound } from '../../errors/http-error.ts';
import { BoxCase } from '../../workflow/stored-box-case.ts';
import { actorOf, type Operation } from '../operation.ts';
import { dropUnusedSupport } from './support-cleanup.ts';

/** /eliminarGasto: the store deletes an expense while its box is open; the log keeps that it existed. */
export const removeExpense: Operation<'/eliminarGasto'> = async (input, context) => {
  const sha256 = await context.write(async (trx) => {
    const store = await storeInScope(trx, context.session, input.id_tienda);
    const { id_caja } = await expenseInScope(trx, context.session, input.id_gasto);
    const box = await BoxCase.open(trx, id_caja, context.now());
    if (box.box.id_tienda !== store.id) throw notFound();
    const { soporte_sha256 } = box.expense(input.id_gasto);
    await box.fireOn(input.id_gasto, { type: 'EXPENSE.REMOVE', actor: actorOf(context.session) });
    return soporte_sha256;
  });
  if (sha256 !== null) await dropUnusedSupport(context, sha256);
  return [{ status: '200', msg: successes.deleted }];
};
