/** Categories of transport under the limit, one in each store format: single-item reimbursement. */
export const reimbursableCategoryIds: readonly number[] = [16, 36, 55, 67, 89, 108];

/** Most that can be reimbursed for such an expense, in centavos ($15.000). */
export const reimbursementCap = 15_000_00;

/**
 * A reimbursement value exists only for an expense whose single category is one of the six; for the
 * same expense the itemisation need not equal the value.
 */
export const takesReimbursement = (categoryIds: readonly number[]): boolean =>
  categoryIds.length === 1 && reimbursableCategoryIds.includes(categoryIds[0] ?? 0);
