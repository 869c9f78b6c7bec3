import { fileTypeFromBuffer } from 'file-type';
import { receiptTypes } from '#contract/calls/expenses.calls.ts';

export type ReceiptMime = (typeof receiptTypes)[keyof typeof receiptTypes];

/** A receipt by the path of its file. */
export interface StoredReceipt {
  file: string;
  type: ReceiptMime;
}

const accepted: readonly string[] = Object.values(receiptTypes);

export const isReceiptMime = (mime: string | null | undefined): mime is ReceiptMime =>
  mime != null && accepted.includes(mime);

/**
 * Type of a file by its content, null for anything but pdf, jpg and png; its name and the type that the
 * browser claims say nothing. Only for a worker: there are files that are long to look through.
 */
export async function receiptTypeOf(bytes: Uint8Array): Promise<ReceiptMime | null> {
  const mime = (await fileTypeFromBuffer(bytes))?.mime;
  return isReceiptMime(mime) ? mime : null;
}
