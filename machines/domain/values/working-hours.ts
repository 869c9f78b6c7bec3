/** Working days and hours of a company. Separate from working-time.ts, which the first page does not need. */
import { parseISO } from 'date-fns';
import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';

/** Days of the week and hours of work. */
export interface Hours {
  /** 1 for Monday to 7 for Sunday. */
  dias: number[];
  /** `HH:mm` */
  abre: string;
  /** `HH:mm` */
  cierra: string;
}

/** Hours that hold from a day on. */
export interface DatedHours extends Hours {
  /** `2026-12-01` */
  desde: string;
}

/** Working days and hours, as in the settings: the first ones, and those that followed, by their day. */
export interface WorkingHours extends Hours {
  cambios?: DatedHours[] | undefined;
  /** Days off of the company: `2026-12-31`, or `2026-12-24 12:00` for a day that ends at noon. */
  libres?: string[] | undefined;
}

export const usualHours: WorkingHours = { dias: [1, 2, 3, 4, 5], abre: '08:00', cierra: '17:00' };

/** A day off as it is stored, with the hour at which its work ends, if any. */
export const dayOffPattern = /^(\d{4}-\d{2}-\d{2})(?: (\d{2}:\d{2}))?$/;

/** Hours, and the days off. */
export interface HoursOfDays {
  days: ReadonlySet<number>;
  /** Milliseconds since midnight. */
  opens: number;
  closes: number;
  /** By day since 1970: when its work ends, milliseconds since midnight; 0 for a whole day off. */
  off: ReadonlyMap<number, number>;
}

/** Its own hours are those in which durations are shown in days. */
export interface WorkingCalendar extends HoursOfDays {
  /** By the day since 1970 from which they hold; the first ones hold for all days before. */
  periods: readonly (HoursOfDays & { from: number })[];
}

/** Converts `HH:mm` to milliseconds since midnight. */
function sinceMidnight(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * millisecondsInHour + minutes * millisecondsInMinute;
}

const dayOff = (text: string): [day: number, end: number][] => {
  const [, date = '', end = ''] = dayOffPattern.exec(text) ?? [];
  const day = parseISO(`${date}T00:00:00Z`).getTime() / millisecondsInDay;
  return Number.isNaN(day) ? [] : [[day, sinceMidnight(end)]];
};

/** The hours that hold on a day, with the day from which they do; '' for the first ones. @param day `2026-12-01` */
export const hoursOfDay = ({ cambios = [], ...first }: WorkingHours, day: string): DatedHours =>
  cambios.findLast(({ desde }) => desde <= day) ?? { ...first, desde: '' };

/** @param today the day whose hours are those in which durations are shown; the first ones without it */
export function calendarOf(
  { libres = [], cambios = [], ...first }: WorkingHours,
  today = '',
): WorkingCalendar {
  const off = new Map(libres.flatMap(dayOff));
  const periodOf = ({ desde, dias, abre, cierra }: DatedHours) => ({
    from: dayOff(desde)[0]?.[0] ?? Number.NEGATIVE_INFINITY,
    days: new Set(dias),
    opens: sinceMidnight(abre),
    closes: sinceMidnight(cierra),
    off,
  });
  const all = [{ ...first, desde: '' }, ...cambios];
  return { ...periodOf(hoursOfDay({ ...first, cambios }, today)), periods: all.map(periodOf) };
}

/** Length of a working day, milliseconds. */
export const workingDay = ({ opens, closes }: Pick<HoursOfDays, 'opens' | 'closes'>): number =>
  closes - opens;
