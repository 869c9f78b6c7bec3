/** Values of an electronic invoice; centavos. */
export interface InvoiceAmounts {
  /** What is left to pay (`PayableAmount`). */
  total: number;
  /** What was paid before (`PrepaidAmount`); null when unknown. */
  anticipo: number | null;
}

/** The values of an expense with which an invoice agrees: what was left to pay, with or without what was prepaid. */
export const agreesWith = ({ total, anticipo }: InvoiceAmounts, valor: number): boolean =>
  valor === total || valor === total + (anticipo ?? 0);

/** The value to show beside an expense; of an invoice that was prepaid whole, what was prepaid. */
export const shownInvoiceValue = (invoice: InvoiceAmounts, valor: number | null = null): number => {
  if (valor !== null && agreesWith(invoice, valor)) return valor;
  return invoice.total > 0 ? invoice.total : (invoice.anticipo ?? 0);
};
