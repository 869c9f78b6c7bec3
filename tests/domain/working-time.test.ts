import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { momentInBogota } from '#machines/domain/values/bogota-time.ts';
import { hoursOf } from '#machines/domain/values/stored-hours.ts';
import { calendarOf, usualHours, workingDay } from '#machines/domain/values/working-hours.ts';
import {
  addWorkingTime,
  addWorkingDays,
  calendarAt,
  workingClock,
  workingDaysBetween,
  workingTimeBetween,
} from '#machines/domain/values/working-time.ts';

const hour = 3_600_000;
/** Monday to Friday, 8 to 17: nine hours a day. */
const usual = calendarOf(usualHours);
/** @param text `yyyy-MM-dd HH:mm` in Colombia */
const at = (text: string): number => {
  const [day = '', time = ''] = text.split(' ');
  return momentInBogota(day, time).getTime();
};

/** From the calendars published by the government. */
const holidays = {
  2026: '01-01 01-12 03-23 04-02 04-03 05-01 05-18 06-08 06-15 06-29 07-20 08-07 08-17 10-12 11-02 11-16 12-08 12-25',
  2027: '01-01 01-11 03-22 03-25 03-26 05-01 05-10 05-31 06-07 07-05 07-20 08-07 08-16 10-18 11-01 11-15 12-08 12-25',
};

const everyDay = calendarOf({ ...usualHours, dias: [1, 2, 3, 4, 5, 6, 7] });

test.each(Object.entries(holidays))('%s has these 18 holidays', (year, days) => {
  const found: string[] = [];
  for (let noon = at(`${year}-01-01 12:00`); noon <= at(`${year}-12-31 12:00`); noon += 24 * hour)
    if (workingTimeBetween(noon, noon + hour, everyDay) === 0)
      found.push(new Date(noon).toISOString().slice(5, 10));
  expect(found.join(' ')).toBe(days);
  expect(found).toHaveLength(18);
});

test('1 January and 25 December are holidays in every year of the century', () => {
  const worked = (day: string) =>
    workingTimeBetween(at(`${day} 00:00`), at(`${day} 23:00`), everyDay);
  for (let year = 2000; year < 2100; year += 1)
    expect([worked(`${year}-01-01`), worked(`${year}-01-02`), worked(`${year}-12-25`)]).toEqual([
      0,
      9 * hour,
      0,
    ]);
});

describe('working time between two instants, in hours', () => {
  test.each([
    ['within a day', '2026-06-02 09:00', '2026-06-02 11:30', 2.5],
    ['Friday at 16:00 to Monday at 16:00', '2026-06-19 16:00', '2026-06-22 16:00', 9],
    ['a week', '2026-06-19 16:00', '2026-06-26 16:00', 45],
    ['before the opening', '2026-06-02 05:00', '2026-06-02 08:30', 0.5],
    ['after the closing', '2026-06-02 16:30', '2026-06-02 23:00', 0.5],
    ['a night', '2026-06-02 17:00', '2026-06-03 08:00', 0],
    ['a weekend', '2026-06-06 09:00', '2026-06-07 20:00', 0],
    ['from a Saturday', '2026-06-20 10:00', '2026-06-22 10:00', 2],
    ['midnight in Colombia is not that of UTC', '2026-06-02 16:00', '2026-06-02 20:00', 1],
    ['a holiday on Monday', '2026-06-05 16:00', '2026-06-09 09:00', 2],
    ['two holidays on Mondays', '2026-06-05 16:00', '2026-06-16 09:00', 38],
    ['Holy Week', '2026-03-30 08:00', '2026-04-06 08:00', 27],
    ['a new year', '2026-12-31 16:00', '2027-01-04 09:00', 2],
    ['the days of a year', '2026-01-01 00:00', '2027-01-01 00:00', 243 * 9],
    ['backwards', '2026-06-03 09:00', '2026-06-02 09:00', 0],
    ['no time', '2026-06-02 09:00', '2026-06-02 09:00', 0],
  ])('%s', (_, from, to, hours) => {
    expect(workingTimeBetween(at(from), at(to), usual) / hour).toBe(hours);
    const clock = workingClock(usual);
    expect(Math.max(0, clock(at(to)) - clock(at(from))) / hour).toBe(hours);
  });

  // In 2026, 24 December is a Thursday, and 25 December a holiday; 31 December is a Thursday.
  const withDaysOff = calendarOf({ ...usualHours, libres: ['2026-12-24 12:00', '2026-12-31'] });
  test.each([
    ['up to the end of a half day', '2026-12-24 08:00', '2026-12-24 12:00', 4],
    ['after it', '2026-12-24 11:00', '2026-12-28 09:00', 2],
    ['within a whole day off', '2026-12-31 09:00', '2026-12-31 15:00', 0],
    ['across both', '2026-12-23 08:00', '2027-01-04 08:00', 9 + 4 + 27],
    ['the days of a year', '2026-01-01 00:00', '2027-01-01 00:00', 243 * 9 - 5 - 9],
    ['before them', '2026-06-02 09:00', '2026-06-03 09:00', 9],
  ])('with days off of the company, %s', (_, from, to, hours) => {
    expect(workingTimeBetween(at(from), at(to), withDaysOff) / hour).toBe(hours);
    const clock = workingClock(withDaysOff);
    expect((clock(at(to)) - clock(at(from))) / hour).toBe(hours);
  });

  test('added to an instant passes the days off', () => {
    expect(addWorkingTime(at('2026-12-24 11:00'), 2 * hour, withDaysOff)).toBe(
      at('2026-12-28 09:00'),
    );
    expect(addWorkingTime(at('2026-12-30 16:00'), 2 * hour, withDaysOff)).toBe(
      at('2027-01-04 09:00'),
    );
    expect(addWorkingTime(at('2027-01-04 09:00'), -2 * hour, withDaysOff)).toBe(
      at('2026-12-30 16:00'),
    );
  });

  test('with Saturdays, from 9:30 to 14:00', () => {
    const own = calendarOf({ dias: [1, 2, 3, 4, 5, 6], abre: '09:30', cierra: '14:00' });
    const between = workingTimeBetween(at('2026-06-19 13:00'), at('2026-06-22 10:00'), own);
    expect(between / hour).toBe(1 + 4.5 + 0.5);
  });

  test.each([
    ['', '', ''],
    ['', '07:00', '12:00'],
    ['1,8', '07:00', '12:00'],
    ['x', '07:00', '12:00'],
    ['1', '', '12:00'],
    ['1', '12:00', ''],
    ['1', '17:00', '17:00'],
  ])('invalid settings %j, %j and %j give the default hours', (...texts) => {
    const [dias_habiles, hora_apertura, hora_cierre] = texts;
    expect(hoursOf({ dias_habiles, hora_apertura, hora_cierre })).toEqual(usualHours);
  });

  test('valid settings are parsed', () => {
    const settings = { dias_habiles: '2,6', hora_apertura: '07:30', hora_cierre: '12:00' };
    expect(hoursOf(settings)).toEqual({ dias: [2, 6], abre: '07:30', cierra: '12:00' });
    const dias_libres = '2026-12-24 12:00,2026-12-31,ayer';
    expect(hoursOf({ ...settings, dias_libres }).libres).toEqual([
      '2026-12-24 12:00',
      '2026-12-31',
    ]);
    expect(hoursOf({ ...settings, dias_libres: '' }).libres).toBeUndefined();
    const cambios_horario =
      '2026-12-01 1,2,3 08:00 12:00;2027-01-04 1 9 8;2027-02-01 1,7 07:00 20:00';
    expect(hoursOf({ ...settings, cambios_horario }).cambios).toEqual([
      { desde: '2026-12-01', dias: [1, 2, 3], abre: '08:00', cierra: '12:00' },
      { desde: '2027-02-01', dias: [1, 7], abre: '07:00', cierra: '20:00' },
    ]);
  });
});

describe('hours that change', () => {
  // From Monday 22 June 2026 on, Monday to Saturday from 8 to 12; 29 June is a holiday. From July on, from 6 to 18.
  const changed = {
    ...usualHours,
    cambios: [
      { desde: '2026-06-22', dias: [1, 2, 3, 4, 5, 6], abre: '08:00', cierra: '12:00' },
      { desde: '2026-07-01', dias: [1, 2, 3, 4, 5], abre: '06:00', cierra: '18:00' },
    ],
  };
  const calendar = calendarOf(changed, '2026-06-23');

  test.each([
    ['before the change', '2026-06-18 16:00', '2026-06-19 10:00', 3, 3 / 9],
    ['after it', '2026-06-26 10:00', '2026-06-30 09:00', 2 + 4 + 1, 7 / 4],
    ['across it', '2026-06-19 16:00', '2026-06-22 10:00', 1 + 2, 1 / 9 + 2 / 4],
    ['a Saturday before it', '2026-06-20 08:00', '2026-06-20 12:00', 0, 0],
    ['a Saturday after it', '2026-06-27 08:00', '2026-06-27 12:00', 4, 1],
    ['across both', '2026-06-19 08:00', '2026-07-02 06:00', 9 + 7 * 4 + 12, 1 + 7 + 1],
    ['backwards', '2026-07-02 06:00', '2026-06-19 08:00', 0, 0],
  ])('count on their days, %s', (_, from, to, hours, days) => {
    expect(workingTimeBetween(at(from), at(to), calendar) / hour).toBe(hours);
    expect(workingDaysBetween(at(from), at(to), calendar)).toBeCloseTo(days, 9);
    const clock = workingClock(calendar);
    expect(Math.max(0, clock(at(to)) - clock(at(from))) / hour).toBe(hours);
  });

  test.each([
    ['2026-06-19 08:00', 1, '2026-06-19 17:00'],
    ['2026-06-19 12:30', 1, '2026-06-22 10:00'],
    ['2026-06-22 10:00', -1, '2026-06-19 12:30'],
    ['2026-06-30 10:00', 1, '2026-07-01 12:00'],
    ['2026-07-01 12:00', -1, '2026-06-30 10:00'],
    ['2026-06-19 12:30', 9, '2026-07-02 12:00'],
  ])('added days are as long as theirs: %s and %s days', (from, days, until) => {
    expect(addWorkingDays(at(from), days, calendar)).toBe(at(until));
  });

  test('durations are shown in the days of an instant', () => {
    const length = (instant: string) => workingDay(calendarAt(at(instant), calendar)) / hour;
    expect(['2026-06-21 20:00', '2026-06-22 00:00', '2026-07-01 00:00'].map(length)).toEqual([
      9, 4, 12,
    ]);
    expect(workingDay(calendar) / hour).toBe(4);
    expect(workingDay(calendarOf(changed)) / hour).toBe(9);
  });
});

describe('added working time, in hours', () => {
  test.each([
    ['2026-06-19 16:00', 9, '2026-06-22 16:00'],
    ['2026-06-02 09:00', 8, '2026-06-02 17:00'],
    ['2026-06-02 09:00', 8.5, '2026-06-03 08:30'],
    ['2026-06-02 05:00', 1, '2026-06-02 09:00'],
    ['2026-06-02 19:00', 1, '2026-06-03 09:00'],
    ['2026-06-05 16:00', 2, '2026-06-09 09:00'],
    ['2026-04-01 16:00', 2, '2026-04-06 09:00'],
    ['2026-06-06 10:00', 0, '2026-06-06 10:00'],
    // Negative hours give the earliest arrival that has waited no longer than that.
    ['2026-06-22 16:00', -9, '2026-06-19 16:00'],
    ['2026-06-22 08:00', -9, '2026-06-18 17:00'],
    ['2026-06-21 12:00', -1, '2026-06-19 16:00'],
    ['2026-06-09 09:00', -2, '2026-06-05 16:00'],
  ])('%s and %d are %s', (from, hours, until) => {
    expect(addWorkingTime(at(from), hours * hour, usual)).toBe(at(until));
  });
});

const instants = fc.integer({ min: at('2025-11-01 00:00'), max: at('2027-06-30 00:00') });
const calendars = fc
  .record({
    dias: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
    abre: fc.constantFrom('00:00', '07:30', '08:00'),
    cierra: fc.constantFrom('12:00', '17:00', '23:59'),
  })
  .map(calendarOf);

test('working time is additive', () => {
  fc.assert(
    fc.property(instants, instants, instants, calendars, (one, two, three, calendar) => {
      const [from, between, to] = [one, two, three].toSorted((a, b) => a - b);
      if (from === undefined || between === undefined || to === undefined) return;
      expect(
        workingTimeBetween(from, between, calendar) + workingTimeBetween(between, to, calendar),
      ).toBe(workingTimeBetween(from, to, calendar));
    }),
  );
});

test('addWorkingTime inverts workingTimeBetween to the millisecond', () => {
  const amounts = fc.integer({ min: 1, max: 900 * hour });
  fc.assert(
    fc.property(instants, amounts, calendars, (from, amount, calendar) => {
      const until = addWorkingTime(from, amount, calendar);
      expect(workingTimeBetween(from, until, calendar)).toBe(amount);
      expect(workingTimeBetween(from, until - 1, calendar)).toBe(amount - 1);
      const since = addWorkingTime(from, -amount, calendar);
      expect(workingTimeBetween(since, from, calendar)).toBe(amount);
      expect(workingTimeBetween(since - 1, from, calendar)).toBe(amount + 1);
    }),
  );
});
