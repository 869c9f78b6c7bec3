/** Boxes with the figures that every screen and document shows, written by hand; amounts in pesos. */
import type { ExpenseAmount } from '#machines/domain/fund/fund.ts';

export interface MoneyCase {
  /** State code of the box. */
  active: number;
  expenses: readonly (Omit<ExpenseAmount, 'reembolsar'> & Partial<ExpenseAmount>)[];
  account: readonly (readonly [label: string, amount: string])[];
  /** Footer of the table of expenses. */
  footer: readonly [label: string, amount: string];
  /** What accounting, while it has the box, has approved in its own pass. */
  inPass?: string;
  /** Notes beside the values of its expenses. */
  notes?: readonly string[];
  /** Approved value in the histories, and the note below it. */
  history: string;
}

const soFar = 'Total reembolso (aprobado hasta ahora)';

export const moneyCases = {
  undecided: {
    active: 2,
    expenses: [
      { estado: 1, valor: 12_500 },
      { estado: 2, valor: 20_000 },
    ],
    account: [
      ['Valor solicitado', '$ 32.500'],
      ['Por decidir', '$ 32.500'],
      ['Aprobado hasta ahora', '$ 0'],
    ],
    footer: [soFar, '$ 0'],
    history: '$ 0Por decidir: $ 32.500',
  },
  'half decided': {
    active: 2,
    expenses: [
      { estado: 3, valor: 12_500 },
      { estado: 1, valor: 20_000 },
    ],
    account: [
      ['Valor solicitado', '$ 32.500'],
      ['Por decidir', '$ 20.000'],
      ['Aprobado hasta ahora', '$ 12.500'],
    ],
    footer: [soFar, '$ 12.500'],
    history: '$ 12.500Por decidir: $ 20.000',
  },
  rejected: {
    active: 9,
    expenses: [
      { estado: 3, valor: 12_500 },
      { estado: 4, valor: 20_000 },
      { estado: 7, valor: 20_000.5, reembolsar: 15_000 },
    ],
    account: [
      ['Valor solicitado', '$ 52.500,50'],
      ['Rechazado', '$ 40.000,50'],
      ['Aprobado hasta ahora', '$ 12.500'],
    ],
    footer: [soFar, '$ 12.500'],
    inPass: '$ 0',
    history: '$ 12.500',
  },
  'half reviewed by accounting': {
    active: 9,
    expenses: [
      { estado: 6, valor: 12_500 },
      { estado: 6, valor: 20_000, reembolsar: 15_000 },
      { estado: 3, valor: 8_000 },
      { estado: 9, valor: 4_000 },
      { estado: 7, valor: 1_000 },
    ],
    account: [
      ['Valor solicitado', '$ 45.500'],
      ['Rechazado', '$ 1.000'],
      ['No reconocido', '$ 5.000'],
      ['Aprobado hasta ahora', '$ 39.500'],
    ],
    footer: [soFar, '$ 39.500'],
    inPass: '$ 27.500',
    notes: ['Se reconoce $ 15.000 (tope)'],
    history: '$ 39.500',
  },
  'half reviewed for good': {
    active: 4,
    expenses: [
      { estado: 15, valor: 12_500 },
      { estado: 3, valor: 8_000 },
    ],
    account: [
      ['Valor solicitado', '$ 20.500'],
      ['Aprobado hasta ahora', '$ 20.500'],
    ],
    footer: [soFar, '$ 20.500'],
    inPass: '$ 12.500',
    history: '$ 20.500',
  },
  capped: {
    active: 3,
    expenses: [
      { estado: 6, valor: 20_000, reembolsar: 15_000 },
      { estado: 6, valor: 12_500, reembolsar: 9_000 },
      { estado: 6, valor: 8_000, reembolsar: 8_000 },
    ],
    account: [
      ['Valor solicitado', '$ 40.500'],
      ['No reconocido', '$ 8.500'],
      ['Aprobado hasta ahora', '$ 32.000'],
    ],
    footer: [soFar, '$ 32.000'],
    notes: ['Se reconoce $ 15.000 (tope)', 'Se reconoce $ 9.000 (decisión del supervisor)'],
    history: '$ 32.000',
  },
  'capped and undecided': {
    active: 1,
    expenses: [{ estado: 13, valor: 20_000, reembolsar: 15_000 }],
    account: [
      ['Valor solicitado', '$ 20.000'],
      ['No reconocido', '$ 5.000'],
      ['Por decidir', '$ 15.000'],
      ['Aprobado hasta ahora', '$ 0'],
    ],
    footer: [soFar, '$ 0'],
    notes: ['Se reconoce $ 15.000 (tope)'],
    history: '$ 0Por decidir: $ 15.000',
  },
  closed: {
    active: 5,
    expenses: [
      { estado: 15, valor: 20_000, reembolsar: 15_000 },
      { estado: 16, valor: 8_000 },
      { estado: 15, valor: 12_500 },
    ],
    account: [
      ['Valor solicitado', '$ 40.500'],
      ['Rechazado', '$ 8.000'],
      ['No reconocido', '$ 5.000'],
      ['Total reembolso', '$ 27.500'],
    ],
    footer: ['Total reembolso', '$ 27.500'],
    notes: ['Se reconoce $ 15.000 (tope)'],
    history: '$ 27.500',
  },
} as const satisfies Record<string, MoneyCase>;

export const moneyTable = Object.entries(moneyCases) as [string, MoneyCase][];

/** Expenses of a case with all amounts set. */
export const amountsOfCase = ({ expenses }: MoneyCase): ExpenseAmount[] =>
  expenses.map((expense) => ({ reembolsar: null, ...expense }));
