import { millisecondsInHour } from 'date-fns/constants';
import type { DateText } from './dates.ts';

/** Milliseconds that Colombia is behind UTC, all year, since 1993. */
export const bogotaBehindUtc = 5 * millisecondsInHour;

// date-fns reads and writes the zone of the machine alone, and Intl takes a page 19 ms to begin.
/** ISO 8601 in Colombia, `2026-06-17T10:00:00.000-05:00`. */
export const instantInBogota = (instant: Date | number): string =>
  new Date(Number(instant) - bogotaBehindUtc).toISOString().replace('Z', '-05:00');

/** The day it is in Colombia at an instant. */
export const dateInBogota = (instant: Date | number): DateText =>
  instantInBogota(instant).slice(0, 10);

/** `yyyy-MM-dd HH:mm` in Colombia, for people. */
export const dateTimeInBogota = (instant: Date | number): string =>
  instantInBogota(instant).slice(0, 16).replace('T', ' ');
