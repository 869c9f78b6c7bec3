/** Cash counts of a store of user 2, as the wire has them. */
import type { CashCount, CashCounts } from '#machines/flows/fund/cash-count.kind.ts';

/** A count by user 2 that agrees: 387.500 of 500.000. */
export const aCount = (change: Partial<CashCount>): CashCount => ({
  id: 9,
  fecha: '2030-05-12 10:30',
  persona: 'Ana Pérez',
  id_persona: 2,
  perfil: 2,
  base: 500_000,
  en_caja: 12_500,
  en_proceso: 100_000,
  disponible: 387_500,
  por_girar: 0,
  a_cargo_tienda: 0,
  sin_recibir: 0,
  efectivo: 387_500,
  diferencia: 0,
  nota: '',
  estado: 'cuadra',
  id_responsable: 2,
  responsable: 'Ana Pérez',
  resolucion: null,
  sorpresivo: 0 as const,
  conteo: [
    { clase: 'billete', valor: 100_000, cantidad: 3 },
    { clase: 'moneda', valor: 500, cantidad: 175 },
  ],
  ...change,
});

/** @param arqueos newest first */
export const countsWith = (...arqueos: CashCount[]): CashCounts => ({
  id_tienda: 3,
  tienda: 'Tienda Centro',
  reclamo: 0,
  arqueos,
});
