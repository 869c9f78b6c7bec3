/** What accounting decided last about a supplier is found without reading its other expenses. */
export const lastSplits = (): string[] => [
  `create index gastos_por_contabilidad on gastos (id_proveedor, fecha_contabilidad)
    where fecha_contabilidad is not null`,
];
