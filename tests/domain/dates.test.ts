import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dateInBogota, dateTimeInBogota } from '#machines/domain/values/bogota-time.ts';
import { isDateText } from '#machines/domain/values/bogota-time.ts';
import { accountingWindow, isWithin, recordingWindow } from '#machines/domain/values/dates.ts';

const pad = (value: number, width: number) => String(value).padStart(width, '0');
const daysIn = (year: number, month: number): number =>
  [
    31,
    year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28,
    31,
    30,
    31,
    30,
    31,
    31,
    30,
    31,
    30,
    31,
  ][month - 1] ?? 0;

/** Any day from 1990 to 2089. */
const day = fc
  .record({
    year: fc.integer({ min: 1990, max: 2089 }),
    month: fc.integer({ min: 1, max: 12 }),
    of: fc.nat(30),
  })
  .map(({ year, month, of }) => ({ year, month, day: (of % daysIn(year, month)) + 1 }));

const textOf = (date: { year: number; month: number; day: number }) =>
  `${date.year}-${pad(date.month, 2)}-${pad(date.day, 2)}`;

describe('a date text', () => {
  test.each(['2024-02-29', '2000-02-29', '2025-12-31', '2025-01-01', '1999-06-30'])(
    '%s is valid',
    (text) => expect(isDateText(text)).toBe(true),
  );

  test.each([
    '2025-02-29',
    '1900-02-29',
    '2025-04-31',
    '2025-13-01',
    '2025-00-10',
    '2025-01-00',
    '2025-1-1',
    '25-01-01',
    '01/02/2025',
    '2025-01-01T00:00:00Z',
    '2025-01-01 ',
    '20250101',
    '',
    'hoy',
    '٢٠٢٥-٠١-٠١',
  ])('%j is not valid', (text) => expect(isDateText(text)).toBe(false));

  test('can be every existing day, but no day after the end of its month', () => {
    fc.assert(
      fc.property(day, (date) => {
        const beyond = { ...date, day: daysIn(date.year, date.month) + 1 };
        return isDateText(textOf(date)) && !isDateText(textOf(beyond));
      }),
    );
  });
});

describe('the windows of a purchase date', () => {
  test.each([
    ['2026-11-21', '2026-10-01', '2026-10-21'],
    ['2026-01-15', '2025-12-01', '2025-12-15'],
    ['2024-03-31', '2024-02-01', '2024-02-29'],
    ['2025-03-31', '2025-02-01', '2025-02-28'],
    ['2025-03-30', '2025-02-01', '2025-02-28'],
    ['2025-05-31', '2025-04-01', '2025-04-30'],
    ['2024-02-29', '2024-01-01', '2024-01-29'],
    ['2025-01-01', '2024-12-01', '2024-12-01'],
  ])('on %s start on %s for recording and on %s for accounting', (today, recording, accounting) => {
    expect(recordingWindow(today)).toEqual({ min: recording, max: today });
    expect(accountingWindow(today)).toEqual({ min: accounting, max: today });
  });

  test('include their first day and today, but not the day before or tomorrow', () => {
    const next = (text: string, by: number) =>
      new Date(Date.parse(`${text}T12:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10);
    fc.assert(
      fc.property(day, (date) => {
        const today = textOf(date);
        for (const window of [recordingWindow(today), accountingWindow(today)]) {
          expect(isWithin(today, window)).toBe(true);
          expect(isWithin(window.min, window)).toBe(true);
          expect(isWithin(next(window.min, -1), window)).toBe(false);
          expect(isWithin(next(today, 1), window)).toBe(false);
          expect(isDateText(window.min)).toBe(true);
        }
      }),
    );
  });

  test('exclude an invalid date', () => {
    expect(isWithin('2025-02-30', { min: '2025-02-01', max: '2025-03-31' })).toBe(false);
  });
});

describe('the day in Bogotá', () => {
  test.each([
    ['2025-11-03T00:00:00Z', '2025-11-02', '2025-11-02 19:00'],
    ['2025-11-03T04:59:59Z', '2025-11-02', '2025-11-02 23:59'],
    ['2025-11-03T05:00:00Z', '2025-11-03', '2025-11-03 00:00'],
    ['2025-12-31T17:05:00Z', '2025-12-31', '2025-12-31 12:05'],
    ['2026-01-01T03:00:00Z', '2025-12-31', '2025-12-31 22:00'],
  ])('at %s it is %s', (instant, date, dateTime) => {
    const at = Date.parse(instant);
    expect([dateInBogota(at), dateInBogota(new Date(at))]).toEqual([date, date]);
    expect(dateTimeInBogota(at)).toBe(dateTime);
  });

  test('is UTC-5 all year', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(1994, 0, 1), max: Date.UTC(2090, 0, 1) }),
        (instant) => {
          const shifted = new Date(instant - 5 * 3_600_000).toISOString();
          expect(dateTimeInBogota(instant)).toBe(shifted.slice(0, 16).replace('T', ' '));
        },
      ),
      { numRuns: 50 },
    );
  });
});
