import {
  differenceInCalendarDays,
  lightFormat,
  parseISO,
  startOfMonth,
  subDays,
  subMonths,
} from 'date-fns';

/** A date is the text `yyyy-MM-dd`, never an instant: the day a person reads on a receipt. */
export type DateText = string;

export interface DateWindow {
  min: DateText;
  max: DateText;
}

const bogota = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Bogota',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** The day it is in Colombia at an instant. */
export const dateInBogota = (instant: Date | number): DateText => bogota.format(instant);

const bogotaClock = new Intl.DateTimeFormat('es-CO', {
  timeZone: 'America/Bogota',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** `yyyy-MM-dd HH:mm` in Colombia, for people. */
export const dateTimeInBogota = (instant: Date | number): string =>
  `${dateInBogota(instant)} ${bogotaClock.format(instant)}`;

const DAY = 24 * 60 * 60_000;

/** Colombia keeps one time all year. */
const midnightOf = (day: DateText): number => Date.parse(`${day}T00:00:00-05:00`);

/**
 * The instants of a span of days in Colombia, in epoch milliseconds: `from` is the first of them, `until` the
 * first after them.
 */
export const instantsOf = (first: DateText, last: DateText): { from: number; until: number } => ({
  from: midnightOf(first),
  until: midnightOf(last) + DAY,
});

/** True for a day that exists, written `yyyy-MM-dd`. */
export function isDateText(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = parseISO(text);
  return !Number.isNaN(date.getTime()) && lightFormat(date, 'yyyy-MM-dd') === text;
}

/** Returns how long ago a day was, in words: 'hoy', 'ayer', 'hace 3 días'; a day that is yet to come is 'hoy'. */
export function daysAgo(day: DateText, today: DateText): string {
  const days = differenceInCalendarDays(parseISO(today), parseISO(day));
  if (days <= 0) return 'hoy';
  return days === 1 ? 'ayer' : `hace ${days} días`;
}

/** Purchase dates a store may record: from the first day of the previous month to today. */
export const recordingWindow = (today: DateText): DateWindow => ({
  min: lightFormat(startOfMonth(subMonths(parseISO(today), 1)), 'yyyy-MM-dd'),
  max: today,
});

/** Purchase dates accounting may set: from one month ago to today. */
export const accountingWindow = (today: DateText): DateWindow => ({
  min: lightFormat(subMonths(parseISO(today), 1), 'yyyy-MM-dd'),
  max: today,
});

/** The last days up to today, which is one of them. */
export const lastDays = (today: DateText, days: number): DateWindow => ({
  min: lightFormat(subDays(parseISO(today), days - 1), 'yyyy-MM-dd'),
  max: today,
});

export const isWithin = (date: DateText, window: DateWindow): boolean =>
  isDateText(date) && date >= window.min && date <= window.max;
