/** The clock of the server determines today: a computer with a wrong date must not offer wrong days. */
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import type { DateText } from '#machines/domain/values/dates.ts';
import { storeContact } from './browser-storage.ts';

/** Server time minus the time of this computer, in milliseconds; 0 until the server has answered once. */
let offset = 0;

/** Called with the `Date` header of every answer. */
export function noteServerDate(header: unknown): void {
  // The date format of HTTP headers, which date-fns does not parse.
  const instant = typeof header === 'string' ? Date.parse(header) : Number.NaN;
  if (Number.isNaN(instant)) return;
  offset = instant - Date.now();
  storeContact(instant, offset);
}

/** The current instant of the server's clock, in epoch milliseconds. */
export const serverNow = (): number => Date.now() + offset;

/** The current day in Colombia by the server's clock. */
export const serverToday = (): DateText => dateInBogota(serverNow());
