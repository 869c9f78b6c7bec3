import {
  differenceInCalendarDays,
  formatDistanceStrict,
  formatDuration,
  getDate,
  getMonth,
  isSameYear,
  lightFormat,
  parseISO,
} from 'date-fns';
import {
  millisecondsInDay as day,
  millisecondsInHour as hour,
  millisecondsInMinute as minute,
} from 'date-fns/constants';
import { es } from 'date-fns/locale/es';
import type { Month } from 'date-fns';
import type { DateText } from '../values/dates.ts';

/** From a week on, hours tell nobody anything. */
const daysAlone = 7;

/** Whole units, each already rounded to what is still worth saying. */
function partsOf(milliseconds: number): { days?: number; hours?: number; minutes?: number } {
  if (milliseconds >= daysAlone * day) return { days: Math.round(milliseconds / day) };
  if (milliseconds >= day - hour / 2) {
    const hours = Math.round(milliseconds / hour);
    return { days: Math.floor(hours / 24), hours: hours % 24 };
  }
  const minutes = Math.round(milliseconds / minute);
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}

/**
 * A span of time as a person says it, in its two largest units: `2 días 3 horas`, `9 días`, `45 minutos`.
 *
 * @param milliseconds not negative
 */
export const durationInWords = (milliseconds: number): string =>
  formatDuration(partsOf(milliseconds), { locale: es }) || 'menos de un minuto';

/** Whole days, as one expects something: `2 días`, `menos de un día`. @param milliseconds not negative */
export const daysInWords = (milliseconds: number): string =>
  formatDuration({ days: Math.round(milliseconds / day) }, { locale: es }) || 'menos de un día';

/** Returns how long ago a day was, in words: 'hoy', 'ayer', 'hace 3 días'; a day that is yet to come is 'hoy'. */
export function daysAgo(day: DateText, today: DateText): string {
  const [then, now] = [parseISO(day), parseISO(today)];
  const days = differenceInCalendarDays(now, then);
  if (days <= 0) return 'hoy';
  return days === 1
    ? 'ayer'
    : formatDistanceStrict(then, now, { unit: 'day', addSuffix: true, locale: es });
}

/** Returns a day in as few words as it has: '12 nov'; with its year where that is another one than today's. */
export function shortDay(day: DateText, today: DateText): string {
  const date = parseISO(day);
  const month = es.localize.month(getMonth(date) as Month, { width: 'abbreviated' });
  const year = isSameYear(date, parseISO(today)) ? '' : lightFormat(date, ' yyyy');
  return `${getDate(date)} ${month}${year}`;
}

/** Below this somebody has only just looked. */
const moment = 10_000;

/** Returns how long ago something was: `hace un momento`, `hace 20 segundos`, `hace 2 minutos`. */
export function agoInWords(milliseconds: number): string {
  if (milliseconds < moment) return 'hace un momento';
  if (milliseconds >= minute) return `hace ${durationInWords(milliseconds)}`;
  const seconds = Math.floor(milliseconds / moment) * (moment / 1_000);
  return `hace ${formatDuration({ seconds }, { locale: es })}`;
}
