import { dateInBogota, recordingWindow } from '#machines/domain/dates.ts';
import { toPesos } from '#machines/domain/money.ts';
import { notFound } from '../../errors/http-error.ts';
import { invoicesWithoutExpense } from '../../repositories/invoice.repository.ts';
import { storeInScope } from '../../repositories/scope.repository.ts';
import { findSupplier } from '../../repositories/supplier.repository.ts';
import type { Operation } from '../operation.ts';

/** /facturasSinGasto: only invoices of days on which a purchase can still be recorded. */
export const unusedInvoices: Operation<'/facturasSinGasto'> = (
  { id_tienda, id_proveedor },
  context,
) =>
  context.read(async (trx) => {
    await storeInScope(trx, context.session, id_tienda);
    const supplier = await findSupplier(trx, id_proveedor);
    if (supplier === undefined) throw notFound();
    const { min: since } = recordingWindow(dateInBogota(context.now()));
    const invoices = await invoicesWithoutExpense(trx, { nit: supplier.num_doc, since });
    return invoices.map(({ numero_normalizado, fecha, total }) => ({
      numero_factura: numero_normalizado,
      fecha,
      valor: toPesos(total),
    }));
  });
