import { formatMoney } from '../values/money.ts';

/** The guard of whatever takes from the fund of a store: centavos beyond it are known where that is forbidden. */
export const fundGuard = {
  asks: 'form' as const,
  mensaje: 'Los gastos superan el dinero disponible del fondo de la tienda.',
  holds: ({ context }: { context: { excess?: number } }) => (context.excess ?? 0) <= 0,
  missing: ({ context }: { context: { excess?: number } }) => ({
    detalle: `El fondo se excede en ${formatMoney(context.excess ?? 0)}`,
  }),
};
