import { fileTypeFromBuffer } from 'file-type';
import { receiptTypes } from '#contract/calls/expenses.calls.ts';

export type ReceiptMime = (typeof receiptTypes)[keyof typeof receiptTypes];

/** A stored receipt: path and type of its file. */
export interface StoredReceipt {
  file: string;
  type: ReceiptMime;
}

const accepted: readonly string[] = Object.values(receiptTypes);

export const isReceiptMime = (mime: string | null | undefined): mime is ReceiptMime =>
  mime != null && accepted.includes(mime);

/** A PNG of several pictures, of which each program shows another one. */
export const animatedPng = 'image/apng';

/**
 * Type of a file by its content; null for anything but pdf, jpg and png. Ignores the file name and the type claimed
 * by the browser. Only for workers, since some files take long to inspect.
 */
export async function receiptTypeOf(
  bytes: Uint8Array,
): Promise<ReceiptMime | typeof animatedPng | null> {
  const mime = (await fileTypeFromBuffer(bytes))?.mime;
  return mime === animatedPng || isReceiptMime(mime) ? mime : null;
}

/** Maximum pages of a receipt. */
export const MOST_PAGES = 100;

/** Why a file is refused. */
export type ReceiptFault = 'type' | 'animated' | 'damaged' | 'pixels' | 'pages';

/** Bytes at the end of a PDF searched for `%%EOF`, since some programs append data after it. */
const TAIL_BYTES = 4096;

/** False for a truncated PDF, which a tolerant reader would show in part. */
export function pdfIsWhole({ buffer, byteOffset, byteLength }: Uint8Array): boolean {
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  return bytes.subarray(-TAIL_BYTES).includes('%%EOF') && bytes.includes('startxref');
}
