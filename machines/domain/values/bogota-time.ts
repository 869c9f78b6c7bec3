import { millisecondsInHour } from 'date-fns/constants';
import type { DateText } from './dates.ts';

/** Offset of Colombia behind UTC in milliseconds, constant since 1993. */
export const bogotaBehindUtc = 5 * millisecondsInHour;

// date-fns supports only the time zone of the machine, and Intl is slow to initialise.
/** ISO 8601 in Colombia, `2026-06-17T10:00:00.000-05:00`. */
export const instantInBogota = (instant: Date | number): string =>
  new Date(Number(instant) - bogotaBehindUtc).toISOString().replace('Z', '-05:00');

/** The date in Colombia at an instant. */
export const dateInBogota = (instant: Date | number): DateText =>
  instantInBogota(instant).slice(0, 10);

/** `yyyy-MM-dd HH:mm` in Colombia, for display. */
export const dateTimeInBogota = (instant: Date | number): string =>
  instantInBogota(instant).slice(0, 16).replace('T', ' ');

/** The instant of a local time in Colombia, which has no daylight saving time. @param time `HH:mm` */
export const momentInBogota = (day: DateText, time: string): Date =>
  new Date(`${day}T${time}:00-05:00`);

/** True for an existing date written as `yyyy-MM-dd`. */
export function isDateText(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

// biome-ignore format: a line
const months = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'];

/** `20 nov 2026`; other texts are returned unchanged. The locales of date-fns are too large for the first page. */
export function shortDate(day: string): string {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  const name = months[Number(month) - 1];
  return name === undefined ? day : `${Number(date)} ${name} ${year}`;
}

/** `20 nov 2026 17:10` for `2026-11-20 17:10`. */
export const shortDateTime = (dayAndTime: string): string =>
  dayAndTime.split(' ').map(shortDate).join(' ');

/** Returns a short date: '12 nov', with the year when it is not the current one. */
export function shortDay(day: DateText, today: DateText): string {
  return day.slice(0, 4) === today.slice(0, 4) ? shortDate(day).slice(0, -5) : shortDate(day);
}
