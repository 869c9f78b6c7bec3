import { receiptTypes } from '#contract/calls/expenses.calls.ts';
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
  const ascii = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/["%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `inline; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
