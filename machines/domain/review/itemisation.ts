import { type Granted, grantedOf, takesReimbursement } from './reimbursement.ts';

/** The accounting split of one expense: the same position in each list is one row. */
export interface Itemisation {
  categorias: readonly number[];
  /** Centavos; null where nothing was written. */
  valores: readonly (number | null)[];
  /** Tax ids; null where none was chosen. */
  impuestos: readonly (number | null)[];
}

export const itemisationTotal = (itemisation: Itemisation): number =>
  itemisation.valores.reduce<number>((sum, value) => sum + (value ?? 0), 0);

/** Something was split: the total is not zero. */
export const isItemised = (itemisation: Itemisation): boolean => itemisationTotal(itemisation) > 0;

/** As many values and taxes as categories. */
export const isComplete = (itemisation: Itemisation): boolean =>
  itemisation.categorias.length > 0 &&
  itemisation.valores.filter((value) => value !== null).length === itemisation.categorias.length &&
  itemisation.impuestos.filter((tax) => tax !== null).length === itemisation.categorias.length;

/** An expense as it was recorded and granted; the split may name other categories. Centavos. */
export interface SplitExpense extends Granted {
  categoryIds: readonly number[];
}

/** The values add up to the expense, unless that was recorded under a single reimbursable category. */
export const isBalanced = (itemisation: Itemisation, expense: SplitExpense): boolean =>
  takesReimbursement(expense.categoryIds) || itemisationTotal(itemisation) === expense.valor;

/** Holds when the rows do not exceed what was granted, also where they need not add up to it. */
export const isWithinGranted = (itemisation: Itemisation, expense: SplitExpense): boolean =>
  !takesReimbursement(expense.categoryIds) || itemisationTotal(itemisation) <= grantedOf(expense);
