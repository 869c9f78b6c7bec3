/**
 * What was found out about an imported invoice, and the index from which the present of the workflow is
 * counted: covering, so that no row of an expense is read. It takes the place of the one it begins like.
 */
export const invoiceChecksAndPresent = (): string[] => [
  'alter table factura_electronica add column firma text',
  'alter table factura_electronica add column cufe_comprobado text',
  'create index gastos_por_caja_y_estado on gastos (id_caja, estado, valor)',
  'drop index gastos_por_caja',
];
