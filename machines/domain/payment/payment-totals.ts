/** Totals of payments by way and by bank: of a batch on its screen, of lists, of the paid ones in their workbook. */
import { type ShownWay, wayNames } from './payment-states.ts';

interface TotalledPayments {
  via: ShownWay;
  /** Empty without an account. */
  banco: string;
  valor: number;
  /** Absent: one payment. */
  giros?: number;
}

export interface PaymentTotal {
  nombre: string;
  giros: number;
  valor: number;
}

function totalsBy(
  payments: readonly TotalledPayments[],
  nameOf: (payment: TotalledPayments) => string,
): PaymentTotal[] {
  const totals = new Map<string, PaymentTotal>();
  for (const payment of payments) {
    const nombre = nameOf(payment);
    const { giros, valor } = totals.get(nombre) ?? { giros: 0, valor: 0 };
    const count = payment.giros ?? 1;
    totals.set(nombre, { nombre, giros: giros + count, valor: valor + payment.valor });
  }
  return [...totals.values()].toSorted((one, other) =>
    one.nombre.localeCompare(other.nombre, 'es'),
  );
}

/** By name. A bank has only its transfers. @param payments with centavos, since sums of pesos are not exact */
export const totalsOf = (payments: readonly TotalledPayments[]) => ({
  ways: totalsBy(payments, ({ via }) => wayNames[via]),
  banks: totalsBy(
    payments.filter(({ via }) => via === 'transferencia'),
    ({ banco }) => banco,
  ),
});
