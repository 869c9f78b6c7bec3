import { create } from 'content-disposition';
import { receiptTypes } from '#contract/calls/expenses.calls.ts';
import { isDateText } from '#machines/domain/values/bogota-time.ts';
import type { DateText } from '#machines/domain/values/dates.ts';
import { withoutAccents } from '#machines/domain/values/texts.ts';
import { rangeRefusals } from '#machines/flows/steps/date-range.form.ts';
import { HttpError } from '../errors/http-error.ts';
import type { ReceiptMime } from '../files/receipt-type.ts';

/** Queries that the address of a document may have. */

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

/** The same names, in other letters. */
const alsoNamed: Partial<Record<ReceiptMime, string>> = { [receiptTypes.jpg]: 'jpeg' };

/** The name of a receipt, with the ending that its content has and no other: programs go by it. */
export function namedAsItIs(filename: string, type: ReceiptMime): string {
  const [ending = ''] = Object.entries(receiptTypes).find(([, mime]) => mime === type) ?? [];
  const own = /\.([^.]*)$/.exec(filename)?.[1]?.toLowerCase();
  if (own === ending || (own !== undefined && own === alsoNamed[type])) return filename;
  return `${filename.replace(/\.[^.]{0,5}$/, '')}.${ending}`;
}

/** Shown in place, and saved under a name that cannot leave the header or the folder (RFC 6266, RFC 8187). */
export function inlineAs(filename: string): string {
  const name = filename.replace(/[\p{Cc}\p{Cs}\\/]/gu, '').trim() || 'documento';
  const fallback = withoutAccents(name).replace(/[^\x20-\x7e]/g, '_');
  return create(name, { type: 'inline', fallback });
}
