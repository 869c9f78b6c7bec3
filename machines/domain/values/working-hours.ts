/** Working days and hours of a company. Separate from working-time.ts, which the first page does not need. */
import type { HoursField } from '#contract/calls/administration.calls.ts';
import { millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';

/** Working days and hours, as in the settings. */
export interface WorkingHours {
  /** Days of the week, 1 for Monday to 7 for Sunday. */
  dias: number[];
  /** `HH:mm` */
  abre: string;
  /** `HH:mm` */
  cierra: string;
}

export const usualHours: WorkingHours = { dias: [1, 2, 3, 4, 5], abre: '08:00', cierra: '17:00' };

/** @param texts stored settings: `1,2,3,4,5`, `08:00`, `17:00`; missing or invalid ones yield the usual hours */
export function hoursOf(texts: Readonly<Record<HoursField, string>>): WorkingHours {
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
}

/** Converts `HH:mm` to milliseconds since midnight. */
function sinceMidnight(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * millisecondsInHour + minutes * millisecondsInMinute;
}

export const calendarOf = ({ dias, abre, cierra }: WorkingHours): WorkingCalendar => ({
  days: new Set(dias),
  opens: sinceMidnight(abre),
  closes: sinceMidnight(cierra),
});

/** Length of a working day, milliseconds. */
export const workingDay = ({ opens, closes }: WorkingCalendar): number => closes - opens;
