import { type Day, getDate, getDay, getMonth, getYear, type Month, parseISO } from 'date-fns';
import { es } from 'date-fns/locale/es';
import type { DateText } from './dates.ts';

/** `noviembre de 2026` */
export const monthInWords = (day: DateText): string => {
  const date = parseISO(day);
  return `${es.localize.month(getMonth(date) as Month)} de ${getYear(date)}`;
};

/** `vie` */
export const weekdayOf = (day: DateText): string =>
  es.localize.day(getDay(parseISO(day)) as Day, { width: 'abbreviated' });

/** `viernes, 20 de noviembre de 2026` */
export const dayInWords = (day: DateText): string => {
  const date = parseISO(day);
  return `${es.localize.day(getDay(date) as Day)}, ${getDate(date)} de ${monthInWords(day)}`;
};
