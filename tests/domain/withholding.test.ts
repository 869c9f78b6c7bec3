/** Withholding: its thresholds by UVT and day, and what the form says of them. */
import { describe, expect, test } from 'vitest';
import { brokenLimits } from '#machines/domain/expense/category-limits.ts';
import {
  withholdingRulesIn,
  withholdingSetting,
  withholdingThreshold,
} from '#machines/domain/expense/withholding.ts';

const setting = '2026-01-01 52374 2 10 Decreto 572 de 2025\n2027-01-01 55000 2 12 Otra norma';

describe('the threshold', () => {
  // UVT of 2026, $ 52.374: two for a service, ten for a purchase.
  test.each([
    ['2025-12-31', 'servicio', null],
    ['2026-01-01', 'servicio', 104_748_00],
    ['2026-12-31', 'compra', 523_740_00],
    ['2027-01-01', 'servicio', 110_000_00],
    ['2027-06-01', 'compra', 660_000_00],
  ] as const)('on %s of a %s', (day, kind, expected) => {
    expect(withholdingThreshold(withholdingRulesIn(setting), kind, day)).toBe(expected);
  });

  test('is read from the setting and written to it', () => {
    expect(withholdingSetting(withholdingRulesIn(setting))).toBe(setting);
    expect(withholdingRulesIn('')).toEqual([]);
  });
});

const said = (pesos: number, efecto: 'avisar' | 'impedir') =>
  brokenLimits(
    [{ clase: 'servicio', efecto, categoria: 'Aseo', ids: [4], valor: 104_748_00 }],
    { valor: pesos * 100, categoria: [4], electronica: false },
    () => 0,
  );

test('a service says so from its threshold on, and refuses where it does not go through petty cash', () => {
  expect(said(104_747, 'avisar')).toEqual([]);
  expect(said(104_748, 'avisar')).toEqual([
    {
      guardia: 'categoria',
      mensaje:
        '«Aseo» lleva retención en la fuente desde $ 104.748: pregunte a contabilidad antes de pagar.',
      impide: false,
    },
  ]);
  expect(said(104_748, 'impedir')).toMatchObject([{ guardia: 'categoria', impide: true }]);
});
