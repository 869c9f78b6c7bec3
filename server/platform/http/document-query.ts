/** Queries that the address of a document may have. */
import { type DateText, isDateText } from '#machines/domain/values/dates.ts';
import { rangeRefusals } from '#machines/flows/steps/date-range.form.ts';
import { HttpError } from '../errors/http-error.ts';

export type Query = Record<string, unknown>;

const malformed = (msg: string): HttpError => new HttpError(400, { msg });

/** A day in an address; absent or '' is none. @throws HttpError 400 */
function dayIn(query: Query, name: 'desde' | 'hasta'): DateText | null {
  const { [name]: day = '' } = query;
  if (day === '') return null;
  if (typeof day === 'string' && isDateText(day)) return day;
  throw malformed(`La fecha «${name}» debe existir y tener la forma aaaa-mm-dd.`);
}

/** A span of days, either end of which may be open. @throws HttpError 400 */
export function daysIn(query: Query): { desde: DateText | null; hasta: DateText | null } {
  const days = { desde: dayIn(query, 'desde'), hasta: dayIn(query, 'hasta') };
  const [refusal] = rangeRefusals({ desde: days.desde ?? '', hasta: days.hasta ?? '' });
  if (refusal) throw malformed(refusal.mensaje);
  return days;
}

/** A span of days with both ends. @throws HttpError 400 */
export function bothDaysIn(query: Query): { desde: DateText; hasta: DateText } {
  const { desde, hasta } = daysIn(query);
  if (desde === null || hasta === null) throw malformed('Elija la fecha inicial y la final.');
  return { desde, hasta };
}

/** A key in an address; absent or '' is none. @param whose as in «un usuario» @throws HttpError 400 */
export function idIn(query: Query, name: string, whose: string): number | null {
  const { [name]: id = '' } = query;
  if (id === '') return null;
  if (typeof id === 'string' && /^[1-9]\d{0,14}$/.test(id)) return Number(id);
  throw malformed(`«${name}» debe ser el número de ${whose}.`);
}
