import { type Day, type Month, parseISO } from 'date-fns';
import { es } from 'date-fns/locale/es';
import type { DateText } from './dates.ts';

/** `noviembre de 2026` */
export const monthInWords = (day: DateText): string => {
  const date = parseISO(day);
  return `${es.localize.month(date.getMonth() as Month)} de ${date.getFullYear()}`;
};

/** `vie` */
export const weekdayOf = (day: DateText): string =>
  es.localize.day(parseISO(day).getDay() as Day, { width: 'abbreviated' });

/** `viernes, 20 de noviembre de 2026` */
export const dayInWords = (day: DateText): string => {
  const date = parseISO(day);
  return `${es.localize.day(date.getDay() as Day)}, ${date.getDate()} de ${monthInWords(day)}`;
};
