import {
  millisecondsInDay as day,
  millisecondsInHour as hour,
  millisecondsInMinute as minute,
} from 'date-fns/constants';
import { type WorkingCalendar, workingDay } from './working-hours.ts';
import { counted } from './texts.ts';
import { workingTimeBetween } from './working-time.ts';

/** From this number of days on, hours are omitted. */
const daysAlone = 7;

const units = {
  days: ['día', 'días'],
  hours: ['hora', 'horas'],
  minutes: ['minuto', 'minutos'],
  seconds: ['segundo', 'segundos'],
} as const;

export const justNow = 'recién';

type Parts = Partial<Record<keyof typeof units, number>>;

/** `2 días 3 horas`; '' without parts. The function of date-fns would add two locales to the first page. */
const inWords = (parts: Parts): string =>
  (Object.keys(units) as (keyof typeof units)[])
    .flatMap((unit) => {
      const count = parts[unit] ?? 0;
      const [one, many] = units[unit];
      return count === 0 ? [] : [counted(count, one, many)];
    })
    .join(' ');

/** The two largest units of a duration, rounded. @param day the length of a day, milliseconds */
export function partsOf(milliseconds: number, day: number): Parts {
  if (milliseconds >= daysAlone * day) return { days: Math.round(milliseconds / day) };
  if (milliseconds >= day - hour / 2) {
    const days = Math.floor(milliseconds / day);
    const hours = Math.round((milliseconds - days * day) / hour);
    return hours * hour >= day - hour / 2 ? { days: days + 1, hours: 0 } : { days, hours };
  }
  const minutes = Math.round(milliseconds / minute);
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}

/**
 * A duration in words, in its two largest units: `2 días 3 horas`, `9 días`, `45 minutos`.
 *
 * @param milliseconds not negative
 */
export const durationInWords = (milliseconds: number): string =>
  inWords(partsOf(milliseconds, day)) || 'menos de un minuto';

/** True for exactly one unit. */
const isOne = ({ days = 0, hours = 0, minutes = 0 }: Parts): boolean =>
  days + hours + minutes === 1;

const workingParts = (parts: Parts): string | null => {
  const words = inWords(parts);
  return words === '' ? null : `${words} ${isOne(parts) ? 'hábil' : 'hábiles'}`;
};

/** Working time in words: `2 días 3 horas hábiles`, `1 día hábil`. @param milliseconds not negative */
export const workingTimeInWords = (milliseconds: number, calendar: WorkingCalendar): string =>
  workingParts(partsOf(milliseconds, workingDay(calendar))) ?? 'menos de un minuto hábil';

/** Whole working days: `2 días hábiles`, `menos de un día hábil`. @param days not negative */
export const workingDaysInWords = (days: number): string =>
  workingParts({ days }) ?? 'menos de un día hábil';

/** Working time since an instant, in words. @param from epoch milliseconds @param now epoch milliseconds */
export const workedSince = (from: number, now: number, calendar: WorkingCalendar): string =>
  workingTimeInWords(workingTimeBetween(from, now, calendar), calendar);

/** Working time since an instant: `hace 2 días hábiles`, `recién` below a minute. */
export function workedAgo(from: number, now: number, calendar: WorkingCalendar): string {
  const time = workingTimeBetween(from, now, calendar);
  return time < minute ? justNow : `hace ${workingTimeInWords(time, calendar)}`;
}

/** Shorter times are shown as `hace un momento`; milliseconds. */
const moment = 10_000;

/** Returns an elapsed time in words: `hace un momento`, `hace 20 segundos`, `hace 2 minutos`. */
export function agoInWords(milliseconds: number): string {
  if (milliseconds < moment) return 'hace un momento';
  if (milliseconds >= minute) return `hace ${durationInWords(milliseconds)}`;
  const seconds = Math.floor(milliseconds / moment) * (moment / 1_000);
  return `hace ${inWords({ seconds })}`;
}
