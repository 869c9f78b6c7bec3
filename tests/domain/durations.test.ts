import { describe, expect, test } from 'vitest';
import { workedBriefly } from '#machines/domain/values/brief-durations.ts';
import {
  agoInWords,
  durationInWords,
  workedAgo,
  workedSince,
  workingDaysInWords,
  workingTimeInWords,
} from '#machines/domain/values/durations.ts';
import { calendarOf } from '#machines/domain/values/working-hours.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

test.each([
  [0, 'menos de un minuto'],
  [29_000, 'menos de un minuto'],
  [minute, '1 minuto'],
  [45 * minute, '45 minutos'],
  [hour, '1 hora'],
  [hour + 10 * minute, '1 hora 10 minutos'],
  [23 * hour + 29 * minute, '23 horas 29 minutos'],
  [23 * hour + 59 * minute, '1 día'],
  [day + hour, '1 día 1 hora'],
  [2 * day + 3 * hour + 20 * minute, '2 días 3 horas'],
  [6 * day + 23 * hour + 50 * minute, '7 días'],
  [9 * day + 8 * hour, '9 días'],
  [400 * day, '400 días'],
])('%d milliseconds are «%s»', (milliseconds, words) => {
  expect(durationInWords(milliseconds)).toBe(words);
});

describe('working time', () => {
  /** Working days of eight and a half hours. */
  const calendar = calendarOf({ dias: [1], abre: '08:00', cierra: '16:30' });
  const workday = 8 * hour + 30 * minute;

  test.each([
    [0, 'menos de un minuto hábil'],
    [minute, '1 minuto hábil'],
    [45 * minute, '45 minutos hábiles'],
    [hour, '1 hora hábil'],
    [3 * hour, '3 horas hábiles'],
    [hour + minute, '1 hora 1 minuto hábiles'],
    [7 * hour + 59 * minute, '7 horas 59 minutos hábiles'],
    [8 * hour, '1 día hábil'],
    [workday, '1 día hábil'],
    [workday + hour, '1 día 1 hora hábiles'],
    [2 * workday, '2 días hábiles'],
    [2 * workday + 3 * hour + 20 * minute, '2 días 3 horas hábiles'],
    [3 * workday - minute, '3 días hábiles'],
    [9 * workday + 2 * hour, '9 días hábiles'],
  ])('%d milliseconds of it are «%s»', (milliseconds, words) => {
    expect(workingTimeInWords(milliseconds, calendar)).toBe(words);
  });

  test.each([
    [0, 'menos de un día hábil'],
    [1, '1 día hábil'],
    [2, '2 días hábiles'],
  ])('%d days of it are «%s»', (days, words) => {
    expect(workingDaysInWords(days)).toBe(words);
  });

  test('since an instant counts only the days of its calendar', () => {
    const [monday, tuesday] = ['2026-06-22T16:00-05:00', '2026-06-23T20:00-05:00'].map(Date.parse);
    expect(workedSince(monday ?? 0, tuesday ?? 0, calendar)).toBe('30 minutos hábiles');
  });

  const monday = Date.parse('2026-06-22T08:00-05:00');

  test.each([
    [0, 'recién', 'recién'],
    [59_999, 'recién', 'recién'],
    [minute, 'hace 1 minuto hábil', '1 min'],
    [3 * hour + 5 * minute, 'hace 3 horas 5 minutos hábiles', '3 h 5 min'],
    [workday, 'hace 1 día hábil', '1 d'],
    // 29 June, 20 July and 17 August are holidays.
    [14 * day + 4 * hour, 'hace 1 día 4 horas hábiles', '1 d 4 h'],
    [70 * day, 'hace 7 días hábiles', '7 d'],
  ])('%d milliseconds ago are «%s» in a sentence and «%s» in a column', (passed, words, brief) => {
    expect(workedAgo(monday, monday + passed, calendar)).toBe(words);
    expect(workedBriefly(monday, monday + passed, calendar).replaceAll('\u00a0', ' ')).toBe(brief);
  });
});

test.each([
  [-500, 'hace un momento'],
  [9_999, 'hace un momento'],
  [10_000, 'hace 10 segundos'],
  [59_999, 'hace 50 segundos'],
  [90 * 60_000, 'hace 1 hora 30 minutos'],
])('%d milliseconds ago are «%s»', (milliseconds, words) => {
  expect(agoInWords(milliseconds)).toBe(words);
});
