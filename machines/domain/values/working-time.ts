/**
 * Working time in Colombia: the working days and hours of the company, without the 18 holidays of Ley 51 of 1983 and
 * its own days off. One
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

/** When the work of a day ends, milliseconds since midnight; at the opening on a day without work. */
function endOf(day: number, { days, opens, closes, off }: WorkingCalendar): number {
  if (!days.has(weekdayOf(day)) || holidaysOf(yearOf(day)).has(day)) return opens;
  return Math.max(opens, Math.min(closes, off.get(day) ?? closes));
}

/** Working time that the days off of the company take from these days. */
function timeOff(first: number, end: number, calendar: WorkingCalendar): number {
  const { closes, off } = calendar;
  const plain = { ...calendar, off: new Map<number, number>() };
  let sum = 0;
  for (const day of off.keys())
    if (day >= first && day < end && endOf(day, plain) === closes)
      sum += closes - endOf(day, calendar);
  return sum;
}

/** Working time from the beginning of `first` up to the beginning of `end`. */
const timeOfDays = (first: number, end: number, calendar: WorkingCalendar): number =>
  workingDays(first, end, calendar) * workingDay(calendar) - timeOff(first, end, calendar);

/** Number of days from `first` up to, but not including, `end`, without holidays; days off are not taken out. */
function workingDays(first: number, end: number, { days }: WorkingCalendar): number {
  const weeks = Math.floor((end - first) / 7);
  let count = weeks * days.size;
  for (let day = first + weeks * 7; day < end; day += 1) if (days.has(weekdayOf(day))) count += 1;
  for (let year = yearOf(first); year <= yearOf(end); year += 1)
    for (const day of holidaysOf(year))
      if (day >= first && day < end && days.has(weekdayOf(day))) count -= 1;
  return count;
}

/** Working time of a day up to an instant. */
const workedUpTo = (instant: number, day: number, calendar: WorkingCalendar): number =>
  Math.min(Math.max(instant - midnightOf(day), calendar.opens), endOf(day, calendar)) -
  calendar.opens;

/** @returns milliseconds; 0 unless `to` is after `from` @param from epoch milliseconds @param to epoch milliseconds */
export function workingTimeBetween(from: number, to: number, calendar: WorkingCalendar): number {
  if (to <= from) return 0;
  const [first, last] = [dayOf(from), dayOf(to)];
  return (
    timeOfDays(first, last, calendar) +
    workedUpTo(to, last, calendar) -
    workedUpTo(from, first, calendar)
  );
}

/** 1 January 2000; no log is older. */
const firstDay = 10_957;

/**
 * Returns a function from an instant to the working time since 2000; the difference of two results is the working time
 * between them. It caches values per day, for use with many instants.
 */
export function workingClock(calendar: WorkingCalendar): (instant: number) => number {
  const days = new Map<number, { before: number; end: number }>();
  return (instant) => {
    const day = dayOf(instant);
    let facts = days.get(day);
    if (facts === undefined) {
      facts = { before: timeOfDays(firstDay, day, calendar), end: endOf(day, calendar) };
      days.set(day, facts);
    }
    const { opens } = calendar;
    return facts.before + Math.min(Math.max(instant - midnightOf(day), opens), facts.end) - opens;
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
    const length = endOf(day, calendar) - calendar.opens;
    if (length === 0) continue;
    const worked = workedUpTo(from, day, calendar);
    const left = amount > 0 ? length - worked : worked;
    // Backwards, an amount used up at an opening yields the closing of the previous working day.
    if (amount > 0 ? rest <= left : rest < left) {
      const opening = midnightOf(day) + calendar.opens;
      return opening + worked + Math.sign(amount) * rest;
    }
    rest -= left;
  }
}
