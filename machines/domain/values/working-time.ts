/**
 * Working time in Colombia: the days of the week and the hours that a company works, without the 18 holidays of Ley 51 of
 * 1983. A working day is as long as its hours.
 */
import { getHolidaysForYear } from 'colombian-holidays';
import { millisecondsInDay } from 'date-fns/constants';
import { bogotaBehindUtc } from './bogota-time.ts';
import { momentInBogota } from './bogota-time.ts';
import { type WorkingCalendar, workingDay } from './working-hours.ts';

/** A day of Colombia, in days since 1970. */
export const dayOf = (instant: number): number =>
  Math.floor((instant - bogotaBehindUtc) / millisecondsInDay);

export const midnightOf = (day: number): number => day * millisecondsInDay + bogotaBehindUtc;

// Lists compute thousands of rows: a text of the date would take most of the time.
/** The year of a day, from 1901 to 2099: in these every fourth one is a leap year. */
const yearOf = (day: number): number => 1970 + Math.floor((day + 0.5) / 365.25);

/** 1 for Monday. 1970 began on a Thursday. */
export const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1;

const known = new Map<number, ReadonlySet<number>>();

/** Two holidays may fall on one day. */
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

/** Working days from a day on and before another one. */
function workingDays(first: number, end: number, { days }: WorkingCalendar): number {
  const weeks = Math.floor((end - first) / 7);
  let count = weeks * days.size;
  for (let day = first + weeks * 7; day < end; day += 1) if (days.has(weekdayOf(day))) count += 1;
  for (let year = yearOf(first); year <= yearOf(end); year += 1)
    for (const day of holidaysOf(year))
      if (day >= first && day < end && days.has(weekdayOf(day))) count -= 1;
  return count;
}

/** Time that was worked on a working day up to an instant of it. */
const workedUpTo = (instant: number, day: number, { opens, closes }: WorkingCalendar): number =>
  Math.min(Math.max(instant - midnightOf(day), opens), closes) - opens;

/** @returns milliseconds; 0 when `to` is not after `from` @param from epoch milliseconds @param to epoch milliseconds */
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

/** 1 January 2000: no log is older. */
const firstDay = 10_957;

/**
 * Working time since 2000 up to an instant, for many instants: what is the same for all instants of a day is computed
 * once. The time between two of them is their difference.
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
 * The instant between which and `from` there is so much working time; of several, the first one.
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
    // Going back, a whole day that ends the amount ends it at the closing of the day before.
    if (amount > 0 ? rest <= left : rest < left) {
      const opening = midnightOf(day) + calendar.opens;
      return opening + worked + Math.sign(amount) * rest;
    }
    rest -= left;
  }
}
