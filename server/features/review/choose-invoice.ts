import { successes } from '#contract/errors.ts';
import { offeredInvoicesOf } from '#machines/domain/expense/offered-invoices.ts';
import { brokenRule } from '../../platform/errors/http-error.ts';
import { anomalyReport } from '../expenses/anomaly-report.ts';
import { actorOf, done, type Operation } from '../../platform/http/operation.ts';
import { openExpense } from './decision.ts';

/**
 * /elegirFacturaElectronica: one of the invoices that matched becomes the expense's. `recibo` is the
 * number under which it was offered, or the receipt of the expense.
 */
export const chooseInvoice: Operation<'/elegirFacturaElectronica'> = (
  { id_gasto, recibo, url },
  context,
) =>
  context.write(async (trx) => {
    const box = await openExpense(trx, context, { id_gasto });
    const event = {
      type: 'EXPENSE.CHOOSE_INVOICE',
      actor: box.actingAs(actorOf(context.session)),
      url,
    } as const;
    await box.requireAllowedOn(id_gasto, event);
    const expense = await box.expense(id_gasto);
    const offered = offeredInvoicesOf(expense.data_factura).filter(
      (invoice) => invoice.url === url,
    );
    const chosen = offered.find(({ numero_factura }) => numero_factura === recibo) ?? offered[0];
    if (chosen === undefined || ![chosen.numero_factura, expense.recibo].includes(recibo))
      throw brokenRule('recibo', 'El número no es el de la factura elegida.');
    const changes = { numero_factura: chosen.numero_factura, enlace_factura: url };
    const isChosen =
      expense.enlace_factura === url && expense.numero_factura === chosen.numero_factura;
    // A double click, or the repetition of a call whose answer got lost.
    if (isChosen) return done(successes.updated);
    const informe_novedad = await anomalyReport(trx, { ...expense, ...changes });
    await box.fireOn(id_gasto, event, { ...changes, informe_novedad });
    return done(successes.updated);
  });
