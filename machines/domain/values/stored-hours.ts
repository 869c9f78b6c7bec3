/** The working hours of the settings as they are stored. Separate from working-hours.ts, since the first page does not need it. */
import type { HoursField } from '#contract/calls/administration.calls.ts';
import { dayOffPattern, type Hours, usualHours, type WorkingHours } from './working-hours.ts';

/** Stored settings: `1,2,3,4,5`, `08:00`, `17:00`, `2026-12-01 1,2,3 08:00 12:00;2027-…`, `2026-12-31,2027-…`. */
type HoursTexts = Readonly<Record<HoursField | 'cambios_horario' | 'dias_libres', string>>;

/** @param texts missing or invalid ones yield the usual hours, and no change or day off */
export function hoursOf(texts: Partial<HoursTexts>): WorkingHours {
  const { dias_habiles = '', hora_apertura = '', hora_cierre = '' } = texts;
  const { cambios_horario = '', dias_libres = '' } = texts;
  const cambios = cambios_horario.split(';').flatMap((text) => {
    const [desde = '', ...hours] = text.split(' ');
    const read = readHours(hours);
    return read === null || !dayOffPattern.test(desde) ? [] : [{ desde, ...read }];
  });
  const libres = dias_libres.split(',').filter((text) => dayOffPattern.test(text));
  const first = readHours([dias_habiles, hora_apertura, hora_cierre]);
  if (first === null && cambios.length === 0 && libres.length === 0) return usualHours;
  return {
    ...(first ?? usualHours),
    ...(cambios.length > 0 && { cambios }),
    ...(libres.length > 0 && { libres }),
  };
}

function readHours([days = '', abre = '', cierra = '']: readonly string[]): Hours | null {
  const dias = days.split(',').map(Number);
  const isValid = dias.every((day) => day >= 1 && day <= 7) && abre !== '' && abre < cierra;
  return isValid ? { dias, abre, cierra } : null;
}
