import { millisecondsInMinute as minute } from 'date-fns/constants';
import { justNow, partsOf } from './durations.ts';
import { type WorkingCalendar, workingDay } from './working-hours.ts';
import { workingTimeBetween } from './working-time.ts';

const briefUnits = { days: 'd', hours: 'h', minutes: 'min' } as const;

/** Working time since an instant, for a column whose head names the kind of time: `2 d 4 h`, `45 min`, `recién`. */
export function workedBriefly(from: number, now: number, calendar: WorkingCalendar): string {
  const time = workingTimeBetween(from, now, calendar);
  if (time < minute) return justNow;
  const parts = partsOf(time, workingDay(calendar));
  return (Object.keys(briefUnits) as (keyof typeof briefUnits)[])
    .flatMap((unit) => (parts[unit] ? [`${parts[unit]}\u00a0${briefUnits[unit]}`] : []))
    .join(' ');
}
