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
