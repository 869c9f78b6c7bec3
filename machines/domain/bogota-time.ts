import type { DateText } from './dates.ts';

// date-fns reads and writes the zone of the machine alone: the days and hours of Colombia come from Intl.
const bogota = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Bogota',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** The day it is in Colombia at an instant. */
export const dateInBogota = (instant: Date | number): DateText => bogota.format(instant);

const bogotaClock = new Intl.DateTimeFormat('es-CO', {
  timeZone: 'America/Bogota',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** `yyyy-MM-dd HH:mm` in Colombia, for people. */
export const dateTimeInBogota = (instant: Date | number): string =>
  `${dateInBogota(instant)} ${bogotaClock.format(instant)}`;
