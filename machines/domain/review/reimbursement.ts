import { formatMoney } from '../values/money.ts';

/** Transport categories with a capped reimbursement, one per store format. */
export const reimbursableCategoryIds: readonly number[] = [16, 36, 55, 67, 89, 108];

/** Maximum reimbursement of an expense of these categories, in centavos ($15.000). */
export const reimbursementCap = 15_000_00;

/**
 * True for an expense recorded under a single category that is one of the six. Only such an expense has a reimbursement
 * value, and its itemisation need not equal its value.
 */
export const takesReimbursement = (categoryIds: readonly number[]): boolean =>
  categoryIds.length === 1 && reimbursableCategoryIds.includes(categoryIds[0] ?? 0);

/** True when the supervisor must set a reimbursement value, because the value of the expense exceeds the cap. */
export const needsReimbursement = (expense: {
  categoryIds: readonly number[];
  valor: number;
}): boolean => takesReimbursement(expense.categoryIds) && expense.valor > reimbursementCap;

/** 'Se reembolsan $ 15.000.' for an expense whose value exceeds the cap, else empty. @param valor centavos */
export const capNotice = (categoryIds: readonly number[], valor: number | null): string =>
  valor !== null && needsReimbursement({ categoryIds, valor })
    ? `Se reembolsan ${formatMoney(reimbursementCap)}.`
    : '';

/** Amounts of an expense in centavos; `reembolsar` is null when the whole value is granted. */
interface Granted {
  valor: number;
  reembolsar: number | null;
}

/** Returns the granted value in centavos, at most the value of the expense. */
export const grantedOf = (expense: Granted): number =>
  Math.min(expense.reembolsar ?? expense.valor, expense.valor);

const whyLess = (reembolsar: number): string =>
  reembolsar === reimbursementCap ? 'tope' : 'decisión del supervisor';

const lessWords = ({ valor, reembolsar }: Granted, between: string): string =>
  reembolsar === null || reembolsar >= valor
    ? ''
    : `${formatMoney(reembolsar)}${between} (${whyLess(reembolsar)})`;

/** '$ 15.000 (tope)'; empty when the whole value is granted. */
export const lessGranted = (expense: Granted): string => lessWords(expense, '');

/** '$ 15.000 de $ 20.000 (tope)'; empty when the whole value is granted. */
export const partGranted = (expense: Granted): string =>
  lessWords(expense, ` de ${formatMoney(expense.valor)}`);

/** The accounting split of one expense: the same position in each list is one row. */
export interface Itemisation {
  categorias: readonly number[];
  /** Centavos, below 0 for a withholding; null for an empty field. */
  valores: readonly (number | null)[];
  /** Tax ids; null when none was chosen. */
  impuestos: readonly (number | null)[];
}

/**
 * Whether a tax is a withholding: its row of a split credits this account with what the supplier was not paid, so it
 * lowers the total.
 */
export const isWithholding = ({ cuenta_retencion }: { cuenta_retencion: string }): boolean =>
  cuenta_retencion !== '';

/** The values of a split with those of withholdings below 0. @param withheld ids of the taxes that are withholdings */
export const signedValues = (
  { valores, impuestos }: Pick<Itemisation, 'valores' | 'impuestos'>,
  withheld: readonly number[],
): (number | null)[] =>
  valores.map((valor, row) =>
    valor !== null && withheld.includes(impuestos[row] ?? 0) ? 0 - valor : valor,
  );

export const itemisationTotal = (itemisation: Itemisation): number =>
  itemisation.valores.reduce<number>((sum, value) => sum + (value ?? 0), 0);

/** True when the total of the split is greater than zero. */
export const isItemised = (itemisation: Itemisation): boolean => itemisationTotal(itemisation) > 0;

/** True when there are categories, and as many values and taxes as categories. */
export const isComplete = (itemisation: Itemisation): boolean =>
  itemisation.categorias.length > 0 &&
  itemisation.valores.filter((value) => value !== null).length === itemisation.categorias.length &&
  itemisation.impuestos.filter((tax) => tax !== null).length === itemisation.categorias.length;

/** Recorded categories and granted amounts of an expense, in centavos; the split may have other categories. */
export interface SplitExpense extends Granted {
  categoryIds: readonly number[];
}

/** True when the split adds up to the value; not required under a single reimbursable category. */
export const isBalanced = (itemisation: Itemisation, expense: SplitExpense): boolean =>
  takesReimbursement(expense.categoryIds) || itemisationTotal(itemisation) === expense.valor;

/** True unless the split exceeds the granted value of an expense under a single reimbursable category. */
export const isWithinGranted = (itemisation: Itemisation, expense: SplitExpense): boolean =>
  !takesReimbursement(expense.categoryIds) || itemisationTotal(itemisation) <= grantedOf(expense);
