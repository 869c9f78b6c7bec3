import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { denominations } from '#contract/cash.ts';
import {
  cashOf,
  differenceInWords,
  differenceOf,
  mayCount,
  piecesOf,
  toleranceOf,
} from '#machines/domain/fund/fund.ts';

test('the denominations are the notes and coins of Colombia', () => {
  const one = piecesOf(denominations.map(() => 1));
  expect(one.map(({ clase, valor }) => `${clase} ${valor}`)).toEqual([
    'billete 100000',
    'billete 50000',
    'billete 20000',
    'billete 10000',
    'billete 5000',
    'billete 2000',
    'billete 1000',
    'moneda 1000',
    'moneda 500',
    'moneda 200',
    'moneda 100',
    'moneda 50',
  ]);
  expect(cashOf(one)).toBe(189_850_00);
});

test('denominations without pieces are omitted', () => {
  expect(piecesOf([0, 2, 0])).toEqual([{ clase: 'billete', valor: 50_000, cantidad: 2 }]);
  expect(cashOf([])).toBe(0);
});

describe('the difference', () => {
  test.each([
    [300_000_00, 0, 'Sin diferencia'],
    [299_950_00, -50_00, 'Faltante $ 50'],
    [300_100_00, 100_00, 'Sobrante $ 100'],
  ])('with %i centavos in cash', (cash, difference, words) => {
    const fund = {
      base: 500_000_00,
      current: 150_000_00,
      enProceso: 30_000_00,
      porGirar: 12_000_00,
      aCargo: 5_000_00,
      sinRecibir: 3_000_00,
    };
    expect(differenceOf(fund, cash)).toBe(difference);
    expect(differenceInWords(difference)).toBe(words);
  });

  test('is 0 when the cash equals the available fund, also with centavos', () => {
    const amount = fc.integer({ min: 0, max: 900_000_00 });
    fc.assert(
      fc.property(
        ...[amount, amount, amount, amount, amount, amount],
        (cash, current, enProceso, porGirar, aCargo, sinRecibir) => {
          const base = cash + current + enProceso + porGirar + aCargo + sinRecibir;
          const fund = { base, current, enProceso, porGirar, aCargo, sinRecibir };
          expect(differenceOf(fund, cash)).toBe(0);
        },
      ),
    );
  });
});

test.each([
  [0, 50_00],
  [1, 100_00],
  [7, 400_00],
])('after %i purchases with centavos, a difference of %i is of coins', (purchases, most) => {
  expect(toleranceOf(50_00, purchases)).toBe(most);
});

test.each([
  [1, false],
  [2, true],
  [3, true],
  [4, true],
  [5, false],
  [6, true],
  [7, true],
  [8, false],
] as const)('profile %i may count: %s', (profile, may) => {
  expect(mayCount(profile)).toBe(may);
});
