import { create } from 'content-disposition';
import { receiptTypes } from '#contract/calls/expenses.calls.ts';
import { withoutAccents } from '#machines/domain/values/unaccented.ts';
import type { ReceiptMime } from '../files/receipt-type.ts';

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
