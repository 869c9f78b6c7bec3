import type { Row } from '../database/schema.ts';
import type { Trx } from '../database/transactions.ts';

export type InvoiceRow = Pick<Row<'factura_electronica'>, 'numero' | 'url' | 'total'>;

/** More than a reviewer could choose from. */
const MOST_OFFERED = 20;

/**
 * The electronic invoices of a supplier under one number.
 *
 * @param nit without check digit
 * @param numeroNormalizado upper-case letters and digits only
 */
export const findInvoices = (
  trx: Trx,
  nit: string,
  numeroNormalizado: string,
): Promise<InvoiceRow[]> =>
  trx
    .selectFrom('factura_electronica')
    .select(['numero', 'url', 'total'])
    .where('nit', '=', nit)
    .where('numero_normalizado', '=', numeroNormalizado)
    .orderBy('fecha')
    .orderBy('id')
    .limit(MOST_OFFERED)
    .execute();
