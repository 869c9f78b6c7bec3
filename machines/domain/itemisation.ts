import { takesReimbursement } from './reimbursement.ts';

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

/** The values add up to the expense, unless it is a single reimbursable category. */
export const isBalanced = (itemisation: Itemisation, valor: number): boolean =>
  takesReimbursement(itemisation.categorias) || itemisationTotal(itemisation) === valor;
