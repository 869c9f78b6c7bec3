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

/** More pages than a receipt has. */
export const MOST_PAGES = 100;

/** Why a file is not taken. */
export type ReceiptFault = 'type' | 'damaged' | 'pixels' | 'pages';

/** Some programs write a little behind the end mark of a PDF. */
const TAIL_BYTES = 4096;

/** False for a PDF that was cut off on its way: a reader would show what came of it. */
export function pdfIsWhole({ buffer, byteOffset, byteLength }: Uint8Array): boolean {
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  return bytes.subarray(-TAIL_BYTES).includes('%%EOF') && bytes.includes('startxref');
}
