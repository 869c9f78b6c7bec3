import { boxStateOf, isPending, isRejected } from './states.ts';

/** Amounts in centavos. */
export interface ExpenseAmount {
  estado: number;
  valor: number;
  reembolsar: number | null;
}

/** The requested total: the value of all expenses. */
export const totalOf = (expenses: readonly ExpenseAmount[]): number =>
  expenses.reduce((sum, expense) => sum + expense.valor, 0);

/** A reimbursement value replaces the value of its expense. */
const approvedOf = ({ estado, valor, reembolsar }: ExpenseAmount): number =>
  isRejected(estado) ? 0 : (reembolsar ?? valor);

/** The approved total: what no stage rejected. */
export const approvedTotalOf = (expenses: readonly ExpenseAmount[]): number =>
  expenses.reduce((sum, expense) => sum + approvedOf(expense), 0);

/** Returns the reimbursed value of an expense; null while nobody has decided. */
export const grantedOf = (expense: ExpenseAmount): number | null =>
  isPending(expense.estado) ? null : approvedOf(expense);

export interface BoxFigures {
  /** The value of all expenses. */
  total: number;
  /** The reimbursed part of the decided ones. */
  granted: number;
  /** The value of those that nobody has decided. */
  undecided: number;
  /** The part of the decided ones that is not reimbursed. */
  refused: number;
}

/** Adds up what a box asks for and gets: `granted + undecided + refused = total` always. */
export function figuresOf(expenses: readonly ExpenseAmount[]): BoxFigures {
  const decided = expenses.filter(({ estado }) => !isPending(estado));
  const total = totalOf(expenses);
  const granted = approvedTotalOf(decided);
  const undecided = total - totalOf(decided);
  return { total, granted, undecided, refused: total - granted - undecided };
}

export interface Fund {
  base: number;
  current: number;
  reembolso: number;
  disponible: number;
  /** disponible / base as a percentage with at most two decimals; null when the base is 0. */
  porcentaje: number | null;
}

/** The part of the fund that a box keeps: its total, until it is closed. */
export const committedBy = ({ active, total }: { active: number; total: number }): number =>
  boxStateOf(active) === 'closed' ? 0 : total;

/**
 * Returns what the boxes of a store take beyond its fund, in centavos; 0 while it is enough.
 *
 * @param added value of an expense that is not recorded yet
 */
export const excessOf = (disponible: number, added = 0): number => Math.max(0, added - disponible);

/**
 * The fund of a store: `disponible + reembolso + current = base` always.
 *
 * @param base centavos
 * @param boxes every box of the store; `total` in centavos
 */
export function fundOf(base: number, boxes: readonly { active: number; total: number }[]): Fund {
  const sumWhere = (wanted: (state: string) => boolean): number =>
    boxes.filter((box) => wanted(boxStateOf(box.active))).reduce((sum, box) => sum + box.total, 0);
  const current = sumWhere((state) => state === 'open');
  const reembolso = sumWhere((state) => state !== 'open' && state !== 'closed');
  const disponible = boxes.reduce((left, box) => left - committedBy(box), base);
  return {
    base,
    current,
    reembolso,
    disponible,
    porcentaje: base === 0 ? null : Math.round((disponible / base) * 10_000) / 100,
  };
}
