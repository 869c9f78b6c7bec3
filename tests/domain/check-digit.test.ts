import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkDigit } from '#machines/domain/values/document-keys.ts';

describe('check digit of a NIT', () => {
  test.each([
    ['800197268', '4'],
    ['860069804', '2'],
    ['900373923', '8'],
    ['890900608', '9'],
    ['899999239', '2'],
    ['1018464851', '9'],
    ['222222222222', '7'],
    ['900100005', '0'],
    ['900100009', '1'],
  ])('%s has %s', (document, digit) => {
    expect(checkDigit(document)).toBe(digit);
  });

  // The digit is the weight modulo 11; a remainder above 1 is subtracted from 11.
  test.each([
    [1, 3, '8'],
    [2, 7, '4'],
    [3, 13, '9'],
    [4, 17, '5'],
    [5, 19, '3'],
    [6, 23, '1'],
    [7, 29, '4'],
    [8, 37, '7'],
    [9, 41, '3'],
    [10, 43, '1'],
    [11, 47, '8'],
    [12, 53, '2'],
    [13, 59, '7'],
    [14, 67, '1'],
    [15, 71, '6'],
  ])('the digit at position %i from the right has the weight %i', (place, _, digit) => {
    expect(checkDigit(`1${'0'.repeat(place - 1)}`)).toBe(digit);
  });

  test.each([
    '',
    ' ',
    'abc',
    '900.373.923',
    '900373923-8',
    ' 900373923',
    '-9',
    '1234567890123456',
    '٩٠٠٣٧٣٩٢٣',
  ])('%j has none', (document) => {
    expect(checkDigit(document)).toBe(null);
  });

  test('is one digit for up to 15 digits, and ignores leading zeros', () => {
    const document = fc.stringMatching(/^\d{1,12}$/);
    fc.assert(
      fc.property(document, (text) => {
        const digit = checkDigit(text);
        return digit !== null && /^\d$/.test(digit) && checkDigit(`000${text}`) === digit;
      }),
    );
  });

  test('detects every wrong digit, except between the two remainders that both give 1', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^\d{9}$/),
        fc.nat(8),
        fc.integer({ min: 1, max: 9 }),
        (text, at, shift) => {
          const wrong = String((Number(text[at]) + shift) % 10);
          const other = text.slice(0, at) + wrong + text.slice(at + 1);
          return checkDigit(other) !== checkDigit(text) || checkDigit(text) === '1';
        },
      ),
    );
  });
});
