/** Today is decided by the server's clock: a computer with a wrong date must not offer wrong days. */
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import type { DateText } from '#machines/domain/values/dates.ts';

/** Milliseconds from the clock of this computer to the server's; 0 until it has answered once. */
let offset = 0;

/** Called with the header `Date` of every answer. */
export function noteServerDate(header: unknown): void {
  // The form of headers, which date-fns does not read.
  const instant = typeof header === 'string' ? Date.parse(header) : Number.NaN;
  if (!Number.isNaN(instant)) offset = instant - Date.now();
}

/** The instant by the server's clock, epoch milliseconds. */
export const serverNow = (): number => Date.now() + offset;

/** The day it is in Colombia by the server's clock. */
export const serverToday = (): DateText => dateInBogota(serverNow());
