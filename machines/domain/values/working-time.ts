/**
 * Working time in Colombia: the working days and hours of the company, without the 18 holidays of Ley 51 of 1983. One
 * working day is the time from opening to closing.
 */
import { getHolidaysForYear } from 'colombian-holidays';
import { millisecondsInDay } from 'date-fns/constants';
import { bogotaBehindUtc } from './bogota-time.ts';
import { momentInBogota } from './bogota-time.ts';
import { type WorkingCalendar, workingDay } from './working-hours.ts';

/** A day in Colombia, as days since 1 January 1970. */
export const dayOf = (instant: number): number =>
  Math.floor((instant - bogotaBehindUtc) / millisecondsInDay);

export const midnightOf = (day: number): number => day * millisecondsInDay + bogotaBehindUtc;

// Computed without formatting a date, which is too slow for lists of thousands of rows.
/** The year of a day; valid from 1901 to 2099, when every fourth year is a leap year. */
const yearOf = (day: number): number => 1970 + Math.floor((day + 0.5) / 365.25);

/** Day of the week, 1 for Monday; 1 January 1970 was a Thursday. */
export const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1;

const known = new Map<number, ReadonlySet<number>>();

/** A set, since two holidays may fall on the same day. */
function holidaysOf(year: number): ReadonlySet<number> {
  const found =
    known.get(year) ??
    new Set(
      getHolidaysForYear(year).map(({ celebrationDate }) =>
        dayOf(momentInBogota(celebrationDate, '00:00').getTime()),
      ),
    );
  known.set(year, found);
  return found;
}

const isWorkingDay = (day: number, { days }: WorkingCalendar): boolean =>
  days.has(weekdayOf(day)) && !holidaysOf(yearOf(day)).has(day);

/** Number of working days from `first` up to, but not including, `end`. */
function workingDays(first: number, end: number, { days }: WorkingCalendar): number {
  const weeks = Math.floor((end - first) / 7);
  let count = weeks * days.size;
  for (let day = first + weeks * 7; day < end; day += 1) if (days.has(weekdayOf(day))) count += 1;
  for (let year = yearOf(first); year <= yearOf(end); year += 1)
    for (const day of holidaysOf(year))
      if (day >= first && day < end && days.has(weekdayOf(day))) count -= 1;
  return count;
}

/** Working time of a working day up to an instant. */
const workedUpTo = (instant: number, day: number, { opens, closes }: WorkingCalendar): number =>
  Math.min(Math.max(instant - midnightOf(day), opens), closes) - opens;

/** @returns milliseconds; 0 unless `to` is after `from` @param from epoch milliseconds @param to epoch milliseconds */
export function workingTimeBetween(from: number, to: number, calendar: WorkingCalendar): number {
  if (to <= from) return 0;
  const [first, last] = [dayOf(from), dayOf(to)];
  const worked = (instant: number, day: number) =>
    isWorkingDay(day, calendar) ? workedUpTo(instant, day, calendar) : 0;
  return (
    workingDays(first, last, calendar) * workingDay(calendar) +
    worked(to, last) -
    worked(from, first)
  );
}

/** 1 January 2000; no log is older. */
const firstDay = 10_957;

/**
 * Returns a function from an instant to the working time since 2000; the difference of two results is the working time
 * between them. It caches values per day, for use with many instants.
 */
export function workingClock(calendar: WorkingCalendar): (instant: number) => number {
  const days = new Map<number, { before: number; isWorked: boolean }>();
  return (instant) => {
    const day = dayOf(instant);
    let facts = days.get(day);
    if (facts === undefined) {
      const before = workingDays(firstDay, day, calendar) * workingDay(calendar);
      facts = { before, isWorked: isWorkingDay(day, calendar) };
      days.set(day, facts);
    }
    return facts.before + (facts.isWorked ? workedUpTo(instant, day, calendar) : 0);
  };
}

/**
 * The instant `amount` of working time away from `from`; the earliest when there are several.
 *
 * @param from epoch milliseconds
 * @param amount milliseconds; negative: before `from`
 */
export function addWorkingTime(from: number, amount: number, calendar: WorkingCalendar): number {
  if (amount === 0) return from;
  let rest = Math.abs(amount);
  for (let day = dayOf(from); ; day += Math.sign(amount)) {
    if (!isWorkingDay(day, calendar)) continue;
    const worked = workedUpTo(from, day, calendar);
    const left = amount > 0 ? workingDay(calendar) - worked : worked;
    // Backwards, an amount used up at an opening yields the closing of the previous working day.
    if (amount > 0 ? rest <= left : rest < left) {
      const opening = midnightOf(day) + calendar.opens;
      return opening + worked + Math.sign(amount) * rest;
    }
    rest -= left;
  }
}
