import {
  type Day,
  type Month,
  addDays,
  addMonths,
  getDate,
  getDay,
  getMonth,
  getWeeksInMonth,
  getYear,
  lightFormat,
  parseISO,
  startOfMonth,
  startOfWeek,
  subDays,
  subMonths,
} from 'date-fns';
import { es } from 'date-fns/locale/es';
import { isDateText, momentInBogota } from './bogota-time.ts';

/** A calendar date as `yyyy-MM-dd`, such as the date on a receipt; never an instant. */
export type DateText = string;

export interface DateWindow {
  min: DateText;
  max: DateText;
}

const midnightOf = (day: DateText): number => momentInBogota(day, '00:00').getTime();

const textOf = (date: Date): DateText => lightFormat(date, 'yyyy-MM-dd');

/**
 * The instants of a range of days in Colombia, in epoch milliseconds: `from` is inclusive, `until` exclusive.
 */
export const instantsOf = (first: DateText, last: DateText): { from: number; until: number } => ({
  from: midnightOf(first),
  until: midnightOf(textOf(addDays(parseISO(last), 1))),
});

/** Purchase dates a store may record: from the first day of the previous month to today. */
export const recordingWindow = (today: DateText): DateWindow => ({
  min: textOf(startOfMonth(subMonths(parseISO(today), 1))),
  max: today,
});

/** Purchase dates accounting may set: from one month ago to today. */
export const accountingWindow = (today: DateText): DateWindow => ({
  min: textOf(subMonths(parseISO(today), 1)),
  max: today,
});

/** The last `days` days, including today. */
export const lastDays = (today: DateText, days: number): DateWindow => ({
  min: textOf(subDays(parseISO(today), days - 1)),
  max: today,
});

/** The full weeks of a month, Monday to Sunday, including days of the adjacent months. */
export function weeksOf(day: DateText): DateText[][] {
  const date = parseISO(day);
  const first = startOfWeek(startOfMonth(date), { weekStartsOn: 1 });
  const weeks = getWeeksInMonth(date, { weekStartsOn: 1 });
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => textOf(addDays(first, week * 7 + weekday))),
  );
}

/** The first day of its week. */
export const mondayOf = (day: DateText): DateText =>
  textOf(startOfWeek(parseISO(day), { weekStartsOn: 1 }));

export const daysFrom = (day: DateText, days: number): DateText =>
  textOf(addDays(parseISO(day), days));

/** The same day of another month, or the last day of that month when it is shorter. */
export const monthsFrom = (day: DateText, months: number): DateText =>
  textOf(addMonths(parseISO(day), months));

export const isWithin = (date: DateText, window: DateWindow): boolean =>
  isDateText(date) && date >= window.min && date <= window.max;

/** `noviembre de 2026` */
export const monthInWords = (day: DateText): string => {
  const date = parseISO(day);
  return `${es.localize.month(getMonth(date) as Month)} de ${getYear(date)}`;
};

/** `vie` */
export const weekdayOf = (day: DateText): string =>
  es.localize.day(getDay(parseISO(day)) as Day, { width: 'abbreviated' });

/** `viernes, 20 de noviembre de 2026` */
export const dayInWords = (day: DateText): string => {
  const date = parseISO(day);
  return `${es.localize.day(getDay(date) as Day)}, ${getDate(date)} de ${monthInWords(day)}`;
};

/** Day, optional month and optional year, in Colombian order. */
const written = /^(\d{1,2})(?:[/. -](\d{1,2})(?:[/. -](\d{4}|\d{2}))?)?$/;

const CENTURY = 2000;

/** Allowed dates: up to `max`, or without `max` from `min` on. */
export type DateBounds = { max: DateText; min?: DateText } | { min: DateText; max?: undefined };

/** The month of `day` and the twelve after it (`way` 1) or before it (`way` -1). */
function monthsAlong(day: DateText, way: 1 | -1): { year: number; month: number }[] {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return Array.from({ length: 13 }, (_, step) => {
    const count = year * 12 + month - 1 + way * step;
    return { year: Math.floor(count / 12), month: (count % 12) + 1 };
  });
}

const dateTextOf = (year: number, month: number, day: number): DateText =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

/**
 * Parses a typed date: `2026-11-20`, `20/11/2026`, `20-11-26`, `20.11` or `20`; null for anything else.
 *
 * @param bounds resolve a missing year or month: the last such day up to `max`, else the first one from `min` on
 */
export function typedDate(text: string, { min = '', max }: DateBounds): DateText | null {
  const trimmed = text.trim().replaceAll('/', '-');
  if (isDateText(trimmed)) return trimmed;
  const [, day, month, year] = written.exec(trimmed) ?? [];
  if (day === undefined) return null;
  if (year !== undefined) {
    const full = dateTextOf(
      Number(year) + (year.length === 2 ? CENTURY : 0),
      Number(month),
      Number(day),
    );
    return isDateText(full) ? full : null;
  }
  const months = max === undefined ? monthsAlong(min, 1) : monthsAlong(max, -1);
  const candidates = months
    .filter((candidate) => month === undefined || candidate.month === Number(month))
    .map((candidate) => dateTextOf(candidate.year, candidate.month, Number(day)));
  const isMeant = (date: DateText) => (max === undefined ? date >= min : date <= max);
  return candidates.find((date) => isDateText(date) && isMeant(date)) ?? null;
}
