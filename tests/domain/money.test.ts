import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  parsePrintedMoney,
  formatMoney,
  formatPesos,
  formatTyped,
  isMoney,
  maximumPesos,
  parseMoney,
  toCentavos,
  toPesos,
} from '#machines/domain/values/money.ts';

const centavos = fc.integer({ min: 0, max: maximumPesos * 100 });

describe('a typed amount', () => {
  test.each([
    ['12500', 12_500_00],
    ['12.500', 12_500_00],
    ['1.234.567', 1_234_567_00],
    ['$ 12.500', 12_500_00],
    ['$12.500', 12_500_00],
    [' $ 12 500 ', 12_500_00],
    ['12500.5', 12_500_50],
    ['12500.50', 12_500_50],
    ['12.500,50', 12_500_50],
    ['$ 1.012.500,5', 1_012_500_50],
    ['12500,5', 12_500_50],
    ['0,50', 50],
    ['$ 12500.50', 12_500_50],
    ['0.50', 50],
    ['0.05', 5],
    ['1.23', 1_23],
    ['1.2', 1_20],
    ['12.50', 12_50],
    ['500', 500_00],
    ['007', 7_00],
    ['0', 0],
    ['999999999999', 999_999_999_999_00],
    ['1.000', 1_000_00],
  ])('%j is %d centavos', (text, expected) => {
    expect(parseMoney(text)).toBe(expected);
  });

  test.each([
    '',
    ' ',
    '$',
    '.',
    '12.',
    '.50',
    '12.5000',
    '1.2345',
    '0.500',
    '01.500',
    '1234.567',
    '12.500.5',
    '12.500.50',
    '1.23.456',
    '12,500',
    '12,',
    ',50',
    '1,2,3',
    '12.50,5',
    '12,500.50',
    '12.500,50.1',
    '-5',
    '+5',
    '1e3',
    'doce',
    '12a',
    '٣',
    '1000000000000',
    '999999999999.99',
    'NaN',
    'Infinity',
    '0x10',
  ])('%j is not valid', (text) => {
    expect(parseMoney(text)).toBe(null);
  });

  test('is either refused or a whole number of centavos, for any text', () => {
    const soup = fc.string({ unit: fc.constantFrom(...'0123456789.,$ -e'), maxLength: 12 });
    fc.assert(
      fc.property(fc.oneof(fc.string(), soup), (text) => {
        const amount = parseMoney(text);
        return amount === null || (Number.isSafeInteger(amount) && amount >= 0);
      }),
    );
  });
});

describe('a printed amount', () => {
  test.each([
    ['141,250.00', 141_250_00],
    ['141.250,00', 141_250_00],
    ['$ 141.250', 141_250_00],
    ['$141,250', 141_250_00],
    ['COP 141.250,5', 141_250_50],
    ['141250.05 COP', 141_250_05],
    ['+141250', 141_250_00],
    ['1,141,250.00', 1_141_250_00],
    ["1'141.250", 1_141_250_00],
    ["1'141,250.00", 1_141_250_00],
    ['141\u00a0250,00', 141_250_00],
    ['000141250.00', 141_250_00],
  ])('%s is read as by the codes of invoices', (text, centavos) => {
    expect(parsePrintedMoney(text)).toBe(centavos);
  });

  test.each(['-141.250', '(141.250)', '141.25.0', '1,41,250', '9,12E+08', '141250,000', 'mil', ''])(
    '%j is none',
    (text) => {
      expect(parsePrintedMoney(text)).toBeNull();
    },
  );
});

describe('a formatted amount', () => {
  test.each([
    [0, '$ 0', '$ 0'],
    [5, '$ 0.05', '$ 0,05'],
    [12_500_00, '$ 12.500', '$ 12.500'],
    [12_500_50, '$ 12500.50', '$ 12.500,50'],
    [1_23, '$ 1.23', '$ 1,23'],
    [999_00, '$ 999', '$ 999'],
    [1_000_00, '$ 1.000', '$ 1.000'],
    [1_234_567_89, '$ 1234567.89', '$ 1.234.567,89'],
    [-12_500_50, '-$ 12500.50', '-$ 12.500,50'],
    [-5, '-$ 0.05', '-$ 0,05'],
  ])('%d centavos: %j to type, %j to read', (amount, typed, read) => {
    expect([formatTyped(amount), formatMoney(amount)]).toEqual([typed, read]);
  });

  test('parses back to the same amount', () => {
    fc.assert(fc.property(centavos, (amount) => parseMoney(formatTyped(amount)) === amount));
  });

  test('in tables shows every centavo', () => {
    fc.assert(
      fc.property(centavos, (amount) => {
        const bare = formatMoney(amount).replace('$ ', '').replaceAll('.', '').replace(',', '.');
        return toCentavos(Number(bare)) === amount;
      }),
    );
  });
});

describe('pesos on the wire', () => {
  test('round-trip every amount', () => {
    fc.assert(
      fc.property(centavos, (amount) => {
        const wire = Number(JSON.parse(JSON.stringify(toPesos(amount))));
        return isMoney(wire) && toCentavos(wire) === amount;
      }),
    );
    expect(formatPesos(12500.5)).toBe('$ 12.500,50');
  });

  test.each([
    0,
    12500,
    12500.5,
    0.07,
    0.29,
    1.1,
    4.35,
    8.2,
    276_867_433_696.9,
    maximumPesos - 0.01,
    maximumPesos,
  ])('%d is valid', (amount) => {
    expect(isMoney(amount)).toBe(true);
  });

  test.each([
    -1,
    -0.01,
    0.001,
    0.1 + 0.2,
    12500.505,
    0.000_000_1,
    1.000_000_1,
    maximumPesos + 1,
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ])('%d is not valid', (amount) => {
    expect(isMoney(amount)).toBe(false);
  });
});
