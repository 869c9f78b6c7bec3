/**
 * Working time in Colombia: the working days and hours of the company, without the 18 holidays of Ley 51 of 1983 and
 * its own days off. One working day is the time from opening to closing, by the hours that held on that day.
 */
import { getHolidaysForYear } from 'colombian-holidays';
import { millisecondsInDay } from 'date-fns/constants';
import { bogotaBehindUtc } from './bogota-time.ts';
import { momentInBogota } from './bogota-time.ts';
import { type HoursOfDays, type WorkingCalendar, workingDay } from './working-hours.ts';

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

/** The hours that hold on a day. */
const hoursOn = (day: number, calendar: WorkingCalendar): HoursOfDays =>
  calendar.periods.findLast(({ from }) => from <= day) ?? calendar;

/** When the work of a day ends, milliseconds since midnight; at the opening on a day without work. */
function endOf(day: number, { days, opens, closes, off }: HoursOfDays): number {
  if (!days.has(weekdayOf(day)) || holidaysOf(yearOf(day)).has(day)) return opens;
  return Math.max(opens, Math.min(closes, off.get(day) ?? closes));
}

/** Working time that the days off of the company take from these days. */
function timeOff(first: number, end: number, calendar: HoursOfDays): number {
  const { closes, off } = calendar;
  const plain = { ...calendar, off: new Map<number, number>() };
  let sum = 0;
  for (const day of off.keys())
    if (day >= first && day < end && endOf(day, plain) === closes)
      sum += closes - endOf(day, calendar);
  return sum;
}

/** Working time from the beginning of `first` up to the beginning of `end`. */
const timeOfDays = (first: number, end: number, calendar: HoursOfDays): number =>
  workingDays(first, end, calendar) * workingDay(calendar) - timeOff(first, end, calendar);

/** Number of days from `first` up to, but not including, `end`, without holidays; days off are not taken out. */
function workingDays(first: number, end: number, { days }: HoursOfDays): number {
  const weeks = Math.floor((end - first) / 7);
  let count = weeks * days.size;
  for (let day = first + weeks * 7; day < end; day += 1) if (days.has(weekdayOf(day))) count += 1;
  for (let year = yearOf(first); year <= yearOf(end); year += 1)
    for (const day of holidaysOf(year))
      if (day >= first && day < end && days.has(weekdayOf(day))) count -= 1;
  return count;
}

/** Working time of a day up to an instant. */
const workedUpTo = (instant: number, day: number, calendar: HoursOfDays): number =>
  Math.min(Math.max(instant - midnightOf(day), calendar.opens), endOf(day, calendar)) -
  calendar.opens;

/** A calendar in which durations are shown in the days of an instant, for figures that the hours of today do not change. */
export const calendarAt = (instant: number, calendar: WorkingCalendar): WorkingCalendar => ({
  ...calendar,
  ...hoursOn(dayOf(instant), calendar),
});

/** Working time between two instants on days with the same hours. */
function timeWithin(from: number, to: number, hours: HoursOfDays): number {
  const [first, last] = [dayOf(from), dayOf(to)];
  return (
    timeOfDays(first, last, hours) + workedUpTo(to, last, hours) - workedUpTo(from, first, hours)
  );
}

/** Sums what is measured of each part of a time whose days have the same hours. */
function sumOfPeriods(
  from: number,
  to: number,
  { periods }: WorkingCalendar,
  measure: (from: number, to: number, hours: HoursOfDays) => number,
): number {
  let sum = 0;
  for (const [index, hours] of periods.entries()) {
    const begin = Math.max(from, midnightOf(hours.from));
    const end = Math.min(to, midnightOf(periods[index + 1]?.from ?? Number.POSITIVE_INFINITY));
    if (end > begin) sum += measure(begin, end, hours);
  }
  return sum;
}

/** @returns milliseconds; 0 unless `to` is after `from` @param from epoch milliseconds @param to epoch milliseconds */
export const workingTimeBetween = (from: number, to: number, calendar: WorkingCalendar): number =>
  sumOfPeriods(from, to, calendar, timeWithin);

/** Working time in days, each of the length that it had. @param measure working time between two instants */
export const workingDaysBetween = (
  from: number,
  to: number,
  calendar: WorkingCalendar,
  measure: typeof timeWithin = timeWithin,
): number =>
  sumOfPeriods(
    from,
    to,
    calendar,
    (begin, end, hours) => measure(begin, end, hours) / workingDay(hours),
  );

/** 1 January 2000; no log is older. */
const firstDay = 10_957;

/**
 * Returns a function from an instant to the working time since 2000; the difference of two results is the working time
 * between them. It caches values per day, for use with many instants.
 */
export function workingClock(calendar: WorkingCalendar): (instant: number) => number {
  const days = new Map<number, { before: number; opens: number; end: number }>();
  return (instant) => {
    const day = dayOf(instant);
    let facts = days.get(day);
    if (facts === undefined) {
      const hours = hoursOn(day, calendar);
      const before = workingTimeBetween(midnightOf(firstDay), midnightOf(day), calendar);
      facts = { before, opens: hours.opens, end: endOf(day, hours) };
      days.set(day, facts);
    }
    const { before, opens, end } = facts;
    return before + Math.min(Math.max(instant - midnightOf(day), opens), end) - opens;
  };
}

/**
 * The instant `amount` of working time away from `from`; the earliest when there are several.
 *
 * @param from epoch milliseconds
 * @param amount milliseconds; negative: before `from`
 */
export const addWorkingTime = (from: number, amount: number, calendar: WorkingCalendar): number =>
  add(from, amount, calendar, (rest) => rest);

/** The same for an amount in days, each of its own length. */
export const addWorkingDays = (from: number, days: number, calendar: WorkingCalendar): number =>
  add(from, days * workingDay(hoursOn(dayOf(from), calendar)), calendar, (rest, before, hours) =>
    Math.round((rest * workingDay(hours)) / workingDay(before)),
  );

/** @param change what is left of the amount when other hours hold */
function add(
  from: number,
  amount: number,
  calendar: WorkingCalendar,
  change: (rest: number, before: HoursOfDays, hours: HoursOfDays) => number,
): number {
  if (amount === 0) return from;
  let rest = Math.abs(amount);
  let before = hoursOn(dayOf(from), calendar);
  for (let day = dayOf(from); ; day += Math.sign(amount)) {
    const hours = hoursOn(day, calendar);
    if (hours !== before) rest = change(rest, before, hours);
    before = hours;
    const length = endOf(day, hours) - hours.opens;
    if (length === 0) continue;
    const worked = workedUpTo(from, day, hours);
    const left = amount > 0 ? length - worked : worked;
    // Backwards, an amount used up at an opening yields the closing of the previous working day.
    if (amount > 0 ? rest <= left : rest < left) {
      const opening = midnightOf(day) + hours.opens;
      return opening + worked + Math.sign(amount) * rest;
    }
    rest -= left;
  }
}
