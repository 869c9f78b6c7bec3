import { dateInBogota } from '#machines/domain/dates.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Days and hours in Colombia, counted back from the day on which the demonstration is loaded. */
export interface DemoCalendar {
  /** Instant of a minute of a day. */
  instant(daysAgo: number, minuteOfDay: number): number;
  /** 'yyyy-MM-dd'. */
  day(daysAgo: number): string;
}

export function demoCalendar(now: number): DemoCalendar {
  // Colombia keeps one offset all year.
  const midnight = Date.parse(`${dateInBogota(now)}T00:00:00-05:00`);
  const instant = (daysAgo: number, minuteOfDay: number): number =>
    midnight - daysAgo * DAY_MS + minuteOfDay * MINUTE_MS;
  return { instant, day: (daysAgo) => dateInBogota(instant(daysAgo, 0)) };
}

/** 14:30 as the minute of the day. */
export const clock = (hour: number, minute = 0): number => hour * 60 + minute;

/** The minute of the day as 'HH:mm'. */
export const clockText = (minuteOfDay: number): string =>
  [Math.floor(minuteOfDay / 60), minuteOfDay % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
