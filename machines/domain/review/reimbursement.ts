import { formatMoney } from '../values/money.ts';

/** Categories of transport under the limit, one in each store format: single-item reimbursement. */
export const reimbursableCategoryIds: readonly number[] = [16, 36, 55, 67, 89, 108];

/** Most that can be reimbursed for such an expense, in centavos ($15.000). */
export const reimbursementCap = 15_000_00;

/**
 * A reimbursement value exists only for an expense that was recorded under a single category, one of the
 * six; for the same expense the itemisation need not equal the value.
 */
export const takesReimbursement = (categoryIds: readonly number[]): boolean =>
  categoryIds.length === 1 && reimbursableCategoryIds.includes(categoryIds[0] ?? 0);

/** Without a reimbursement value such an expense would be granted more than the cap. */
export const needsReimbursement = (expense: {
  categoryIds: readonly number[];
  valor: number;
}): boolean => takesReimbursement(expense.categoryIds) && expense.valor > reimbursementCap;

/** 'Se reembolsan $ 15.000.' of an expense whose value is above the cap; empty of another. @param valor centavos */
export const capNotice = (categoryIds: readonly number[], valor: number | null): string =>
  valor !== null && needsReimbursement({ categoryIds, valor })
    ? `Se reembolsan ${formatMoney(reimbursementCap)}.`
    : '';

/** Amounts of an expense in centavos; `reembolsar` is null where the whole value is granted. */
interface Granted {
  valor: number;
  reembolsar: number | null;
}

/** Returns what the supervisor granted, in centavos: never more than the value. */
export const grantedOf = (expense: Granted): number =>
  Math.min(expense.reembolsar ?? expense.valor, expense.valor);

const whyLess = (reembolsar: number): string =>
  reembolsar === reimbursementCap ? 'tope' : 'decisión del supervisor';

const lessWords = ({ valor, reembolsar }: Granted, between: string): string =>
  reembolsar === null || reembolsar >= valor
    ? ''
    : `${formatMoney(reembolsar)}${between} (${whyLess(reembolsar)})`;

/** '$ 15.000 (tope)'; empty where the whole value is granted. */
export const lessGranted = (expense: Granted): string => lessWords(expense, '');

/** '$ 15.000 de $ 20.000 (tope)'; empty where the whole value is granted. */
export const partGranted = (expense: Granted): string =>
  lessWords(expense, ` de ${formatMoney(expense.valor)}`);

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
