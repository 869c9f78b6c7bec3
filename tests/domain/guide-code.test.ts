import { expect, test } from 'vitest';
import { guideOfCode } from '#machines/domain/invoice/scanned-codes.ts';

test.each([
  ['9001234567', '9001234567'],
  [' 700 012 3 \r\n', '700 012 3'],
  ['GUÍA-7/ñ', 'GUÍA-7/ñ'],
  ['9'.repeat(100), '9'.repeat(100)],
  ['9'.repeat(101), null],
  ['', null],
  ['  ', null],
  ['900\n123', null],
  ['900\u001d123', null],
  ['900\u0000', null],
])('%j on a guide is the number %j', (text, guide) => {
  expect(guideOfCode(text)).toBe(guide);
});
