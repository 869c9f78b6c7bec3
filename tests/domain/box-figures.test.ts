import { describe, expect, test } from 'vitest';
import { accountOf, figuresOf, grantNoteOf, grantedOf } from '#machines/domain/fund/fund.ts';
import { amountsOf } from '#machines/domain/case/box-money.ts';
import { lessGranted, partGranted } from '#machines/domain/review/reimbursement.ts';
import { amountsOfCase, moneyTable } from '#tests/kit/money-cases.ts';

const centavos = (pesos: number) => pesos * 100;

describe('the figures of a box', () => {
  test.each(moneyTable)('that is %s lead from the requested to the granted value', (_, one) => {
    const amounts = amountsOfCase(one).map(({ estado, valor, reembolsar }) => ({
      estado,
      valor: centavos(valor),
      reembolsar: reembolsar === null ? null : centavos(reembolsar),
    }));
    expect(accountOf(amounts, one.active).map(({ label, amount }) => [label, amount])).toEqual(
      one.account,
    );
    const { requested, rejected, capped, undecided, granted } = figuresOf(amounts);
    expect(requested - rejected - capped - undecided).toBe(granted);
    expect(amounts.reduce((sum, amount) => sum + (grantedOf(amount) ?? 0), 0)).toBe(granted);
    expect(amounts.map(grantNoteOf).filter(Boolean)).toEqual(one.notes ?? []);
  });

  test('of an open box are only the requested value', () => {
    const amounts = [{ estado: 1, valor: 5_00, reembolsar: null }];
    expect(accountOf(amounts, 0)).toEqual([{ label: 'Valor solicitado', amount: '$ 5' }]);
  });

  test('of a case use the amounts of its expenses', () => {
    // `amountsOf` reads only these fields.
    const context = { valor: 7_00, reembolsar: 5_00 } as never;
    expect(amountsOf({ expenses: new Map([[1, { estado: 6, context }]]) })).toEqual([
      { estado: 6, valor: 7_00, reembolsar: 5_00 },
    ]);
  });
});

describe('the value granted by the supervisor', () => {
  test.each([
    [20_000, 15_000, '$ 15.000 (tope)', '$ 15.000 de $ 20.000 (tope)'],
    [
      20_000,
      9_000.5,
      '$ 9.000,50 (decisión del supervisor)',
      '$ 9.000,50 de $ 20.000 (decisión del supervisor)',
    ],
    [12_000, 12_000, '', ''],
    [12_000, null, '', ''],
  ])('for %d with %s granted', (valor, granted, less, part) => {
    const reembolsar = granted === null ? null : centavos(granted);
    expect(lessGranted({ valor: centavos(valor), reembolsar })).toBe(less);
    expect(partGranted({ valor: centavos(valor), reembolsar })).toBe(part);
  });
});
