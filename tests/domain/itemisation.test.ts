import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  grantedOf,
  isBalanced,
  isComplete,
  isItemised,
  isWithinGranted,
  itemisationTotal,
  reimbursableCategoryIds,
  reimbursementCap,
  signedValues,
  takesReimbursement,
} from '#machines/domain/review/reimbursement.ts';

const row = fc.record({
  categoria: fc.integer({ min: 1, max: 120 }),
  valor: fc.integer({ min: 1, max: 99_999_999_99 }),
  impuesto: fc.integer({ min: 1, max: 9 }),
});

/** An expense of an ordinary category without a granted value. */
const worth = (valor: number) => ({ categoryIds: [1], valor, reembolsar: null });

const splitOf = (rows: { categoria: number; valor: number; impuesto: number }[]) => ({
  categorias: rows.map(({ categoria }) => categoria),
  valores: rows.map(({ valor }) => valor),
  impuestos: rows.map(({ impuesto }) => impuesto),
});

describe('the split of an expense', () => {
  test('into complete rows is itemised, complete and balanced only with their sum', () => {
    fc.assert(
      fc.property(fc.array(row, { minLength: 2, maxLength: 20 }), (rows) => {
        const split = splitOf(rows);
        const sum = rows.reduce((total, { valor }) => total + valor, 0);
        expect(itemisationTotal(split)).toBe(sum);
        expect([isItemised(split), isComplete(split)]).toEqual([true, true]);
        expect([sum - 1, sum, sum + 1].map((valor) => isBalanced(split, worth(valor)))).toEqual([
          false,
          true,
          false,
        ]);
      }),
    );
  });

  test('with lists of different lengths is incomplete', () => {
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 9 }),
        fc.constantFrom('categorias', 'valores', 'impuestos'),
        (rows, list) => {
          const split = splitOf(rows);
          expect(isComplete({ ...split, [list]: split[list].slice(1) })).toBe(false);
          expect(isComplete({ ...split, [list]: [...split[list], 1] })).toBe(false);
        },
      ),
    );
  });

  test('with a missing value or tax, or without rows, is incomplete', () => {
    const split = { categorias: [1, 2], valores: [100, 200], impuestos: [1, 1] };
    expect(isComplete(split)).toBe(true);
    expect(isComplete({ ...split, valores: [100, null] })).toBe(false);
    expect(isComplete({ ...split, impuestos: [null, 1] })).toBe(false);
    expect(isComplete({ categorias: [], valores: [], impuestos: [] })).toBe(false);
    expect(isItemised({ ...split, valores: [0, null] })).toBe(false);
  });

  test('with a withholding adds up to what was paid: the other rows less what is withheld', () => {
    const impuestos = [1, 9, 9];
    const valores = signedValues({ valores: [100_00, 4_00, null], impuestos }, [9]);
    expect(valores).toEqual([100_00, -4_00, null]);
    const split = { categorias: [1, 1, 1], valores, impuestos };
    expect([96_00, 100_00].map((valor) => isBalanced(split, worth(valor)))).toEqual([true, false]);
    const alone = signedValues({ valores: [4_00], impuestos: [9] }, [9]);
    expect(isItemised({ categorias: [1], valores: alone, impuestos: [9] })).toBe(false);
  });

  test('sums centavos exactly: ten times ten centavos are one peso', () => {
    const split = splitOf(
      Array.from({ length: 10 }, () => ({ categoria: 1, valor: 10, impuesto: 1 })),
    );
    expect(isBalanced(split, worth(1_00))).toBe(true);
  });
});

describe('the single reimbursable category', () => {
  test('is one of six, as the only category', () => {
    expect(reimbursableCategoryIds).toEqual([16, 36, 55, 67, 89, 108]);
    expect(reimbursementCap).toBe(1_500_000);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 120 }), { maxLength: 3 }), (ids) => {
        const only = ids.length === 1 ? (ids[0] ?? 0) : 0;
        return takesReimbursement(ids) === [16, 36, 55, 67, 89, 108].includes(only);
      }),
    );
  });

  test('allows another total, judged by the expense and not by the split', () => {
    const split = (id: number) => ({ categorias: [id], valores: [1], impuestos: [1] });
    for (const id of [16, 36, 55, 67, 89, 108]) {
      const expense = { categoryIds: [id], valor: 20_000_00, reembolsar: null };
      expect(isBalanced(split(2), expense)).toBe(true);
      expect(isBalanced(split(id), worth(20_000_00))).toBe(false);
    }
  });

  test.each([
    [20_000_00, null, 20_000_00],
    [20_000_00, 15_000_00, 15_000_00],
    // Earlier rules granted more than the value.
    [1_00, 15_000_00, 1_00],
  ])('of %d with %s granted can be split into at most %d', (valor, reembolsar, granted) => {
    const expense = { categoryIds: [16], valor, reembolsar };
    const split = (total: number) => ({ categorias: [16], valores: [total], impuestos: [1] });
    expect(grantedOf(expense)).toBe(granted);
    expect([granted, granted + 1].map((total) => isWithinGranted(split(total), expense))).toEqual([
      true,
      false,
    ]);
  });
});
