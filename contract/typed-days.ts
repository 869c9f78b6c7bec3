/** A day as it is typed; apart from typed-values.ts, which the first page loads. */

/** The last day of each month, in a leap year. */
const lastDays: readonly number[] = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** True for a day as it is typed that no month has, `31/11/2026`. */
export function isNoDay(typed: string): boolean {
  const [, day = 0, month = 0, year = 0] =
    /^(\d{1,2})[/. -](\d{1,2})[/. -](\d{4})$/.exec(typed)?.map(Number) ?? [];
  if (day === 0) return false;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const last = month === 2 && !isLeap ? 28 : lastDays[month - 1];
  return last === undefined || day > last;
}

export const noSuchDay = 'Ese día no existe.';
