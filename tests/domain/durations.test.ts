import { expect, test } from 'vitest';
import { agoInWords, daysInWords, durationInWords } from '#machines/domain/history/durations.ts';

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

test.each([
  [0, 'menos de un día'],
  [11 * hour, 'menos de un día'],
  [12 * hour, '1 día'],
  [2 * day + 3 * hour, '2 días'],
])('%d milliseconds usually are «%s»', (milliseconds, words) => {
  expect(daysInWords(milliseconds)).toBe(words);
});

test.each([
  [-500, 'hace un momento'],
  [9_999, 'hace un momento'],
  [10_000, 'hace 10 segundos'],
  [59_999, 'hace 50 segundos'],
  [90 * 60_000, 'hace 1 hora 30 minutos'],
])('%d milliseconds were «%s»', (milliseconds, words) => {
  expect(agoInWords(milliseconds)).toBe(words);
});
