/** Working days and hours of a company. Separate from working-time.ts, which the first page does not need. */
import type { HoursField } from '#contract/calls/administration.calls.ts';
import { parseISO } from 'date-fns';
import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';

/** Working days and hours, as in the settings. */
export interface WorkingHours {
  /** Days of the week, 1 for Monday to 7 for Sunday. */
  dias: number[];
  /** `HH:mm` */
  abre: string;
  /** `HH:mm` */
  cierra: string;
  /** Days off of the company: `2026-12-31`, or `2026-12-24 12:00` for a day that ends at noon. */
  libres?: string[] | undefined;
}

export const usualHours: WorkingHours = { dias: [1, 2, 3, 4, 5], abre: '08:00', cierra: '17:00' };

/**
 * @param texts stored settings: `1,2,3,4,5`, `08:00`, `17:00`; missing or invalid ones yield the usual hours
 * @param daysOff stored setting: days off, separated by commas
 */
export function hoursOf(texts: Readonly<Record<HoursField, string>>, daysOff = ''): WorkingHours {
  const hours = withoutDaysOff(texts);
  const libres = daysOff.split(',').filter((text) => dayOffPattern.test(text));
  return libres.length === 0 ? hours : { ...hours, libres };
}

/** A day off as it is stored, with the hour at which its work ends, if any. */
const dayOffPattern = /^(\d{4}-\d{2}-\d{2})(?: (\d{2}:\d{2}))?$/;

function withoutDaysOff(texts: Readonly<Record<HoursField, string>>): WorkingHours {
  const dias = texts.dias_habiles.split(',').map(Number);
  const { hora_apertura: abre, hora_cierre: cierra } = texts;
  return dias.every((day) => day >= 1 && day <= 7) && abre !== '' && abre < cierra
    ? { dias, abre, cierra }
    : usualHours;
}

export interface WorkingCalendar {
  days: ReadonlySet<number>;
  /** Milliseconds since midnight. */
  opens: number;
  closes: number;
  /** By day since 1970: when its work ends, milliseconds since midnight; 0 for a whole day off. */
  off: ReadonlyMap<number, number>;
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

export const calendarOf = ({ dias, abre, cierra, libres = [] }: WorkingHours): WorkingCalendar => ({
  off: new Map(libres.flatMap(dayOff)),
  days: new Set(dias),
  opens: sinceMidnight(abre),
  closes: sinceMidnight(cierra),
});

/** Length of a working day, milliseconds. */
export const workingDay = ({ opens, closes }: WorkingCalendar): number => closes - opens;
