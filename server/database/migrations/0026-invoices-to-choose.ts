/** The newest invoices of a supplier, and whether an expense has one of them. */
export const invoicesToChoose = (): string[] => [
  'create index factura_electronica_por_fecha on factura_electronica (nit, fecha)',
  "create index gastos_por_enlace on gastos (enlace_factura) where enlace_factura <> ''",
];
