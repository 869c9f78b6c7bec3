import { addMinutes, format, hoursToMinutes, parseISO, startOfYear, subDays } from 'date-fns';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import { momentInBogota } from '#machines/domain/values/dates.ts';

/** Days and hours in Colombia, counted back from the day on which the demonstration is loaded. */
export interface DemoCalendar {
  /** Instant of a minute of a day. */
  instant(daysAgo: number, minuteOfDay: number): number;
  /** 'yyyy-MM-dd'. */
  day(daysAgo: number): string;
}

export function demoCalendar(now: number): DemoCalendar {
  const today = parseISO(dateInBogota(now));
  const day = (daysAgo: number): string => format(subDays(today, daysAgo), 'yyyy-MM-dd');
  return {
    day,
    instant: (daysAgo, minuteOfDay) =>
      addMinutes(momentInBogota(day(daysAgo), '00:00'), minuteOfDay).getTime(),
  };
}

/** 14:30 as the minute of the day. */
export const clock = (hour: number, minute = 0): number => hoursToMinutes(hour) + minute;

/** The minute of the day as 'HH:mm'. */
export const clockText = (minuteOfDay: number): string =>
  format(addMinutes(startOfYear(0), minuteOfDay), 'HH:mm');
