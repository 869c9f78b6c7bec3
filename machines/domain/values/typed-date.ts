import { type DateText, isDateText } from './dates.ts';

/** Day, month and year in the order in which people write them. */
const written = /^(\d{1,2})(?:[/. -](\d{1,2})(?:[/. -](\d{4}|\d{2}))?)?$/;

const CENTURY = 2000;

/** Days that may be meant: all up to one, or all from one on. */
export type DateBounds = { max: DateText; min?: DateText } | { min: DateText; max?: undefined };

/** A month and the twelve before or after it. */
function monthsAlong(day: DateText, way: 1 | -1): { year: number; month: number }[] {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return Array.from({ length: 13 }, (_, step) => {
    const count = year * 12 + month - 1 + way * step;
    return { year: Math.floor(count / 12), month: (count % 12) + 1 };
  });
}

const textOf = (year: number, month: number, day: number): DateText =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

/**
 * The date that somebody typed: `2026-11-20`, `20/11/2026`, `20-11-26`, `20.11` or `20`; null for anything else.
 *
 * @param bounds without a year or a month it is the last such day up to `max`; without that, the first one from `min` on
 */
export function typedDate(text: string, { min = '', max }: DateBounds): DateText | null {
  const trimmed = text.trim().replaceAll('/', '-');
  if (isDateText(trimmed)) return trimmed;
  const [, day, month, year] = written.exec(trimmed) ?? [];
  if (day === undefined) return null;
  if (year !== undefined) {
    const full = textOf(
      Number(year) + (year.length === 2 ? CENTURY : 0),
      Number(month),
      Number(day),
    );
    return isDateText(full) ? full : null;
  }
  const months = max === undefined ? monthsAlong(min, 1) : monthsAlong(max, -1);
  const candidates = months
    .filter((candidate) => month === undefined || candidate.month === Number(month))
    .map((candidate) => textOf(candidate.year, candidate.month, Number(day)));
  const isMeant = (date: DateText) => (max === undefined ? date >= min : date <= max);
  return candidates.find((date) => isDateText(date) && isMeant(date)) ?? null;
}
