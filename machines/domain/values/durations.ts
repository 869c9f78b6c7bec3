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
function partsOf(milliseconds: number, day: number): Parts {
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

/** Shorter times are shown as `hace un momento`; milliseconds. */
const moment = 10_000;

/** Returns an elapsed time in words: `hace un momento`, `hace 20 segundos`, `hace 2 minutos`. */
export function agoInWords(milliseconds: number): string {
  if (milliseconds < moment) return 'hace un momento';
  if (milliseconds >= minute) return `hace ${durationInWords(milliseconds)}`;
  const seconds = Math.floor(milliseconds / moment) * (moment / 1_000);
  return `hace ${inWords({ seconds })}`;
}

/**
 * Durations are counted in logarithmic buckets (spans), each at most 2 % longer than the one before, so that
 * percentiles are accurate within 1 %. (DDSketch, Masson, Rim and Lee, VLDB 2019.)
 */
const RATIO = 1.02;
const LOG_OF_RATIO = Math.log(RATIO);

/** Span of an event that ended no stay. */
export const NO_STAY = -2;
/** Span of a stay of zero duration, or of a negative one after the clock was set back. */
const NO_TIME = -1;

/** @param duration milliseconds */
export const spanOf = (duration: number): number =>
  duration <= 0 ? NO_TIME : Math.ceil(Math.log(duration) / LOG_OF_RATIO);

/** A duration within 1 % of every duration in the span; milliseconds. */
const durationOf = (span: number): number =>
  span === NO_TIME ? 0 : Math.round((2 * RATIO ** span) / (RATIO + 1));

/**
 * The p-th percentile by nearest rank, accurate within 1 %; milliseconds.
 *
 * @param times number of durations in each span; at least one
 */
export function nearestRank(times: ReadonlyMap<number, number>, p: number): number {
  const spans = [...times].sort(([one], [other]) => one - other);
  const rank = Math.ceil((p / 100) * spans.reduce((sum, [, count]) => sum + count, 0));
  let counted = 0;
  for (const [span, count] of spans) {
    counted += count;
    if (counted >= rank) return durationOf(span);
  }
  return Number.NaN;
}
