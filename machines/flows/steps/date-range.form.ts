import { type FailedGuard, refusedIf } from '#contract/errors.ts';
import { isNoDay, noSuchDay } from '#contract/typed-days.ts';
import { isDateText } from '../../domain/values/bogota-time.ts';
import {
  type DateText,
  type DateWindow,
  daysFrom,
  isWithin,
  monthsFrom,
} from '../../domain/values/dates.ts';

/** Converts the errors of a contract schema to failed guards: one message per field. */

/** The schema of a body in the contract. */
interface BodySchema {
  validateSync(body: object, options: { abortEarly: boolean }): unknown;
}

interface Failed {
  inner: { path?: string; message: string }[];
  path?: string;
  message: string;
}

const isFailed = (error: unknown): error is Failed =>
  error instanceof Error && 'inner' in error && Array.isArray(error.inner);

export function refusalsOfSchema(schema: BodySchema, body: object): FailedGuard[] {
  try {
    schema.validateSync({ ...body, token: '-' }, { abortEarly: false });
    return [];
  } catch (error) {
    if (!isFailed(error)) throw error;
    const failures = error.inner.length === 0 ? [error] : error.inner;
    const seen = new Set<string>();
    return failures.flatMap(({ path = '', message }) => {
      if (seen.has(path)) return [];
      seen.add(path);
      return [{ guardia: path, mensaje: message }];
    });
  }
}

/** A date range as a user enters it; each end may be open. */

/** '' is an open end. */
export interface DateRange {
  desde: DateText;
  hasta: DateText;
}

export const emptyRange: DateRange = { desde: '', hasta: '' };

/** The month of a day until that day, and the whole month before. */
export function monthsUntil(today: DateText): { thisMonth: DateRange; lastMonth: DateRange } {
  const first = `${today.slice(0, 8)}01`;
  return {
    thisMonth: { desde: first, hasta: today },
    lastMonth: { desde: monthsFrom(first, -1), hasta: daysFrom(first, -1) },
  };
}

/** Message for a text that is not a date, for example while typing; '' for a date or an empty text. */
export function dayFault(text: string): string {
  if (text === '' || isDateText(text)) return '';
  return isNoDay(text) ? noSuchDay : 'Escriba una fecha, como 20/11 o 2026-11-20.';
}

/** The accepted days, well within the dates that a computer can represent. */
const askedDays: DateWindow = { min: '2000-01-01', max: '2199-12-31' };

/** Maximum length of a range, in years. */
const LONGEST = 10;

/** Validates every date range, in forms, calls and URLs. The order of dates as text is chronological. */
export function rangeRefusals({ desde, hasta }: DateRange): FailedGuard[] {
  const faults = Object.entries({ desde, hasta }).flatMap(([field, text]) => [
    ...refusedIf(dayFault(text) !== '', field, dayFault(text)),
    ...refusedIf(
      isDateText(text) && !isWithin(text, askedDays),
      field,
      'El año debe estar entre 2000 y 2199.',
    ),
  ]);
  if (faults.length > 0 || desde === '' || hasta === '') return faults;
  return [
    ...refusedIf(desde > hasta, 'hasta', 'La fecha final no puede ser anterior a la inicial.'),
    ...refusedIf(
      hasta >= monthsFrom(desde, 12 * LONGEST),
      'hasta',
      `El periodo no puede pasar de ${LONGEST} años.`,
    ),
  ];
}

export const rangeReasons = (range: DateRange): string[] =>
  rangeRefusals(range).map(({ mensaje }) => mensaje);

/** Refuses a purchase date outside the window of a form. */
export const purchaseDateRefusals = (fecha_gasto: DateText, window: DateWindow): FailedGuard[] =>
  refusedIf(
    !isWithin(fecha_gasto, window),
    'fecha_gasto',
    `La fecha debe estar entre el ${window.min} y el ${window.max}.`,
  );

/** Refuses a range with an open end, or one that `rangeRefusals` refuses. */
export const periodRefusals = ({ desde, hasta }: DateRange): FailedGuard[] => [
  ...refusedIf(desde === '', 'desde', 'Elija la fecha inicial.'),
  ...refusedIf(hasta === '', 'hasta', 'Elija la fecha final.'),
  ...rangeRefusals({ desde, hasta }),
];
