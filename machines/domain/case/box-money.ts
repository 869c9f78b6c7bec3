/** Amounts of a box that are outside the fund of its store; centavos. */
import type { BoxCase, CaseExpense, CasePayment } from './box-case.ts';
import { paymentStates } from '../payment/payment-states.ts';
import { boxStates } from '../stages/states.ts';
import { approvedTotalOf, type ExpenseAmount } from '../fund/fund.ts';

export const amountsOf = ({ expenses }: Pick<BoxCase, 'expenses'>): ExpenseAmount[] =>
  [...expenses.values()].map(({ estado, context: { valor, reembolsar } }) => ({
    estado,
    valor,
    reembolsar,
  }));

const isClosed = ({ active }: Pick<BoxCase, 'active'>): boolean =>
  active === boxStates.closed.codigo;

/** True for a closed box whose payment is followed until the store has received it. */
export const isFollowed = (box: Pick<BoxCase, 'active' | 'seguida'>): boolean =>
  isClosed(box) && box.seguida === 1;

/** True for a closed box whose payment is not followed: nothing of it is to be paid or owed. */
export const countsAsPaid = (box: Pick<BoxCase, 'active' | 'seguida'>): boolean =>
  isClosed(box) && !isFollowed(box);

/** Part of an expense that is not granted, settled or not. */
export const shortfallOfAmount = (expense: ExpenseAmount): number =>
  expense.valor - approvedTotalOf([expense]);

export const shortfallOf = ({ estado, context: { valor, reembolsar } }: CaseExpense): number =>
  shortfallOfAmount({ estado, valor, reembolsar });

/** Amount that the person in charge owes for an expense, or will at the closing; 0 in a box that counts as paid. */
export const owedOf = (box: Pick<BoxCase, 'active' | 'seguida'>, expense: CaseExpense): number =>
  countsAsPaid(box) ? 0 : shortfallOf(expense) - (expense.saldado ?? 0);

/** Columns of a box for its amounts outside the fund. */
export interface BoxMoney {
  seguida: 0 | 1;
  giro: string | null;
  retenido: number;
  por_girar: number;
  a_cargo: number;
  /** Amount recorded again in another box while this one is not closed. */
  trasladado: number;
}

const sumOf = (box: BoxCase, part: (expense: CaseExpense) => number): number =>
  [...box.expenses.values()].reduce((sum, expense) => sum + part(expense), 0);

/** Code of the state of a payment, and the centavos that are still to be paid. */
export const dueOf = ({ state, context }: CasePayment) => ({
  giro: paymentStates[state].codigo,
  por_girar: paymentStates[state].owes ? context.granted : 0,
});

/** The columns that depend on the payment. */
export const paymentColumnsOf = ({
  payment,
  retenido = 0,
}: Pick<BoxCase, 'payment' | 'retenido'>): Pick<BoxMoney, 'giro' | 'retenido' | 'por_girar'> => ({
  retenido,
  ...(payment ? dueOf(payment) : { giro: null, por_girar: 0 }),
});

/** @param box with all its expenses */
export const moneyOf = (box: BoxCase): BoxMoney => ({
  seguida: box.seguida ?? 0,
  ...paymentColumnsOf(box),
  a_cargo: isFollowed(box) ? sumOf(box, (expense) => owedOf(box, expense)) : 0,
  trasladado: isClosed(box) ? 0 : sumOf(box, ({ saldado = 0 }) => saldado),
});
