import { create } from 'content-disposition';
import { receiptTypes } from '#contract/calls/expenses.calls.ts';
import { isDateText } from '#machines/domain/values/bogota-time.ts';
import type { DateText } from '#machines/domain/values/dates.ts';
import { withoutAccents } from '#machines/domain/values/texts.ts';
import { rangeRefusals } from '#machines/flows/steps/date-range.form.ts';
import { HttpError } from '../errors/http-error.ts';
import type { ReceiptMime } from '../files/receipt-type.ts';

/** Query parameters of documents. */

export type Query = Record<string, unknown>;

const malformed = (msg: string): HttpError => new HttpError(400, { msg });

/** A day in the query; null when absent or ''. @throws HttpError 400 */
function dayIn(query: Query, name: 'desde' | 'hasta'): DateText | null {
  const { [name]: day = '' } = query;
  if (day === '') return null;
  if (typeof day === 'string' && isDateText(day)) return day;
  throw malformed(`La fecha «${name}» debe existir y tener la forma aaaa-mm-dd.`);
}

/** A date range; either end may be open. @throws HttpError 400 */
export function daysIn(query: Query): { desde: DateText | null; hasta: DateText | null } {
  const days = { desde: dayIn(query, 'desde'), hasta: dayIn(query, 'hasta') };
  const [refusal] = rangeRefusals({ desde: days.desde ?? '', hasta: days.hasta ?? '' });
  if (refusal) throw malformed(refusal.mensaje);
  return days;
}

/** A date range with both ends. @throws HttpError 400 */
export function bothDaysIn(query: Query): { desde: DateText; hasta: DateText } {
  const { desde, hasta } = daysIn(query);
  if (desde === null || hasta === null) throw malformed('Elija la fecha inicial y la final.');
  return { desde, hasta };
}

/** A key in the query; null when absent or ''. @param whose as in «un usuario» @throws HttpError 400 */
export function idIn(query: Query, name: string, whose: string): number | null {
  const { [name]: id = '' } = query;
  if (id === '') return null;
  if (typeof id === 'string' && /^[1-9]\d{0,14}$/.test(id)) return Number(id);
  throw malformed(`«${name}» debe ser el número de ${whose}.`);
}

/** Alternative extensions of a type. */
const alsoNamed: Partial<Record<ReceiptMime, string>> = { [receiptTypes.jpg]: 'jpeg' };

/** The file name of a receipt, with the extension of its actual type, since programs rely on the extension. */
export function namedAsItIs(filename: string, type: ReceiptMime): string {
  const [ending = ''] = Object.entries(receiptTypes).find(([, mime]) => mime === type) ?? [];
  const own = /\.([^.]*)$/.exec(filename)?.[1]?.toLowerCase();
  if (own === ending || (own !== undefined && own === alsoNamed[type])) return filename;
  return `${filename.replace(/\.[^.]{0,5}$/, '')}.${ending}`;
}

/** An inline `Content-Disposition`; the file name cannot escape the header or the folder (RFC 6266, RFC 8187). */
export function inlineAs(filename: string): string {
  const name = filename.replace(/[\p{Cc}\p{Cs}\\/]/gu, '').trim() || 'documento';
  const fallback = withoutAccents(name).replace(/[^\x20-\x7e]/g, '_');
  return create(name, { type: 'inline', fallback });
}

/** The same for a file that is saved. */
export const attachmentAs = (filename: string): string =>
  inlineAs(filename).replace(/^inline/, 'attachment');
