import { millisecondsInHour } from 'date-fns/constants';
import type { DateText } from './dates.ts';

// date-fns reads and writes the zone of the machine alone, and Intl takes a page 19 ms to begin: Colombia has been five
// hours behind UTC, all year, since 1993.
const inBogota = (instant: Date | number): string =>
  new Date(Number(instant) - 5 * millisecondsInHour).toISOString();

/** The day it is in Colombia at an instant. */
export const dateInBogota = (instant: Date | number): DateText => inBogota(instant).slice(0, 10);

/** `yyyy-MM-dd HH:mm` in Colombia, for people. */
export const dateTimeInBogota = (instant: Date | number): string =>
  inBogota(instant).slice(0, 16).replace('T', ' ');
