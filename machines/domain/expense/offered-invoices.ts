import { formatMoney, formatPesos, toCentavos } from '../values/money.ts';

/** An electronic invoice that matched an expense, as `data_factura` keeps it. */
export interface OfferedInvoice {
  numero_factura: string;
  url: string;
}

/** @param dataFactura JSON of a list of `OfferedInvoice` */
export const offeredInvoicesOf = (dataFactura: string): OfferedInvoice[] =>
  JSON.parse(dataFactura) as OfferedInvoice[];

export const invoiceUrlsOf = (dataFactura: string): string[] =>
  offeredInvoicesOf(dataFactura).map(({ url }) => url);

/** The facts of an invoice beside its number; amounts in pesos, null for what is not known of it. */
interface InvoiceFacts {
  nit: string | null;
  fecha: string | null;
  valor: number | null;
}

/** `$ 500 más que el gasto`. @param gasto the value of the expense, in pesos, as that of the invoice */
export function differenceText(valor: number, gasto: number): string {
  const centavos = toCentavos(valor) - toCentavos(gasto);
  if (centavos === 0) return 'igual al gasto';
  return `${formatMoney(Math.abs(centavos))} ${centavos > 0 ? 'más' : 'menos'} que el gasto`;
}

/** By what a reviewer tells invoices of one number apart: `2026-05-10 · $ 12.500, igual al gasto · NIT 900373923`. */
export const invoiceFacts = ({ nit, fecha, valor }: InvoiceFacts, gasto: number): string =>
  [
    fecha,
    valor === null ? null : `${formatPesos(valor)}, ${differenceText(valor, gasto)}`,
    nit === null ? null : `NIT ${nit}`,
  ]
    .filter(Boolean)
    .join(' · ');
