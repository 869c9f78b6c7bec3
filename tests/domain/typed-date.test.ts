import { expect, test } from 'vitest';
import { typedDate } from '#machines/domain/values/dates.ts';

const max = '2026-11-22';

test.each([
  ['2026-11-20', '2026-11-20'],
  ['2026/11/20', '2026-11-20'],
  [' 20/11/2026 ', '2026-11-20'],
  ['20-11-26', '2026-11-20'],
  ['20.11.2026', '2026-11-20'],
  ['3/9', '2026-09-03'],
  ['20/11', '2026-11-20'],
  ['22 11', '2026-11-22'],
  // Later than the maximum in this year, so in the year before.
  ['24/12', '2025-12-24'],
  ['23/11', '2025-11-23'],
  ['20', '2026-11-20'],
  ['23', '2026-10-23'],
  ['31', '2026-10-31'],
  ['31/2', null],
  ['29/02', null],
  ['29/02/2024', '2024-02-29'],
  ['2026-02-30', null],
  ['30/02/2026', null],
  ['0', null],
  ['20/13', null],
  ['20/11/', null],
  ['ayer', null],
  ['', null],
])('«%s» is %s', (text, date) => {
  expect(typedDate(text, { max })).toBe(date);
});

test.each([
  ['22/11', '2026-11-22'],
  ['5/12', '2026-12-05'],
  ['21/11', '2027-11-21'],
  ['5', '2026-12-05'],
])('«%s» as a future date is %s', (text, date) => {
  expect(typedDate(text, { min: max })).toBe(date);
});
