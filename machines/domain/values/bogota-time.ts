import { millisecondsInHour } from 'date-fns/constants';
import type { DateText } from './dates.ts';

/** Milliseconds that Colombia is behind UTC, all year, since 1993. */
export const bogotaBehindUtc = 5 * millisecondsInHour;

// date-fns reads and writes the zone of the machine alone, and Intl takes a page 19 ms to begin.
/** ISO 8601 in Colombia, `2026-06-17T10:00:00.000-05:00`. */
export const instantInBogota = (instant: Date | number): string =>
  new Date(Number(instant) - bogotaBehindUtc).toISOString().replace('Z', '-05:00');

/** The day it is in Colombia at an instant. */
export const dateInBogota = (instant: Date | number): DateText =>
  instantInBogota(instant).slice(0, 10);

/** `yyyy-MM-dd HH:mm` in Colombia, for people. */
export const dateTimeInBogota = (instant: Date | number): string =>
  instantInBogota(instant).slice(0, 16).replace('T', ' ');

/** Colombia keeps one time all year. @param time `HH:mm` */
export const momentInBogota = (day: DateText, time: string): Date =>
  new Date(`${day}T${time}:00-05:00`);

/** True for a day that exists, written `yyyy-MM-dd`. */
export function isDateText(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

// biome-ignore format: a line
const months = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'];

/** `20 nov 2026`; what is no day stays as it is. The languages of date-fns are a tenth of a first page. */
export function shortDate(day: string): string {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  const name = months[Number(month) - 1];
  return name === undefined ? day : `${Number(date)} ${name} ${year}`;
}

/** `20 nov 2026 17:10` of `2026-11-20 17:10`. */
export const shortDateTime = (dayAndTime: string): string =>
  dayAndTime.split(' ').map(shortDate).join(' ');

/** Returns a day in as few words as it has: '12 nov'; with its year where that is another one than today's. */
export function shortDay(day: DateText, today: DateText): string {
  return day.slice(0, 4) === today.slice(0, 4) ? shortDate(day).slice(0, -5) : shortDate(day);
}
