import { type FailedGuard, refusedIf } from '#contract/errors.ts';
import { isDateText } from '../../domain/values/bogota-time.ts';
import { type DateText, type DateWindow, isWithin, monthsFrom } from '../../domain/values/dates.ts';

/** Failed rules of a schema of the contract as those of the state machine: one sentence a field. */

/** A body of the contract. */
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

/** A span of days as a person gives it; each end may be left open. */

/** '' is an open end. */
export interface DateRange {
  desde: DateText;
  hasta: DateText;
}

export const emptyRange: DateRange = { desde: '', hasta: '' };

/** Sentence about a text that is no day, as while somebody types; '' for one that is, or for none. */
export const dayFault = (text: string): string =>
  text === '' || isDateText(text) ? '' : 'Escriba una fecha, como 20/11 o 2026-11-20.';

/** Days of which anybody asks: none of them is at the edge of what a computer knows of time. */
const askedDays: DateWindow = { min: '2000-01-01', max: '2199-12-31' };

/** Years of the longest span. */
const LONGEST = 10;

/** The one judge of every span, in forms, calls and addresses. Dates as text are in the order of the days. */
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

/** The day of a purchase, within those that a form takes. */
export const purchaseDateRefusals = (fecha_gasto: DateText, window: DateWindow): FailedGuard[] =>
  refusedIf(
    !isWithin(fecha_gasto, window),
    'fecha_gasto',
    `La fecha debe estar entre el ${window.min} y el ${window.max}.`,
  );

/** A period has both of its ends. */
export const periodRefusals = ({ desde, hasta }: DateRange): FailedGuard[] => [
  ...refusedIf(desde === '', 'desde', 'Elija la fecha inicial.'),
  ...refusedIf(hasta === '', 'hasta', 'Elija la fecha final.'),
  ...rangeRefusals({ desde, hasta }),
];
