/**
 * PDF files of strangers: a file of ten megabytes may say that it holds gigabytes. The library unpacks
 * every stream into one growing buffer; here that buffer has a bound, for all streams of a document together.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { decodePDFRawStream, PDFContext, PDFDocument, PDFRawStream } from 'pdf-lib';

/** Bytes: what a hundred pages of text and their fonts take, many times over. Pictures are not unpacked. */
const MOST_UNPACKED = 32 * 1024 * 1024;

/** More pages than a receipt has. */
export const MOST_PAGES = 100;

/** The document says that it holds more than may be unpacked. */
export class PdfTooLargeError extends Error {
  override readonly name = 'PdfTooLargeError';
}

interface Budget {
  /** Bytes that may still be unpacked; below 0 once it was exceeded. */
  left: number;
}

interface GrowingBuffer {
  buffer: Uint8Array;
  ensureBuffer(requested: number): Uint8Array;
}

const budgets = new AsyncLocalStorage<Budget>();

/** What every unpacking stream of the library inherits from; the library exports only what makes one. */
function commonStream(): GrowingBuffer {
  const dict = PDFContext.create().obj({ Filter: 'FlateDecode' });
  const emptyFlate = Uint8Array.from([0x78, 0x9c, 0x03, 0, 0, 0, 0, 1]);
  const stream = decodePDFRawStream(PDFRawStream.of(dict, emptyFlate));
  return Object.getPrototypeOf(Object.getPrototypeOf(stream));
}

const common = commonStream();
const { ensureBuffer } = common;
common.ensureBuffer = function bounded(this: GrowingBuffer, requested: number): Uint8Array {
  const before = this.buffer.byteLength;
  const budget = budgets.getStore();
  if (budget !== undefined && requested > before) {
    // It grows by doubling.
    budget.left -= Math.max(requested, before * 2) - before;
    if (budget.left < 0) throw new PdfTooLargeError();
  }
  return ensureBuffer.call(this, requested);
};

/**
 * Runs what reads a document, within the bound.
 *
 * @throws PdfTooLargeError, also where the library would swallow it and go on, or say something else
 */
export async function withinBound<Result>(read: () => Promise<Result>): Promise<Result> {
  const budget = { left: MOST_UNPACKED };
  const exceeded = () => budget.left < 0;
  try {
    const result = await budgets.run(budget, read);
    if (!exceeded()) return result;
  } catch (error) {
    if (!exceeded()) throw error;
  }
  throw new PdfTooLargeError();
}

/** @throws PdfTooLargeError, or what the library says of a damaged or protected file */
export const loadPdf = (
  bytes: Uint8Array,
  options: { throwOnInvalidObject?: boolean } = {},
): Promise<PDFDocument> =>
  withinBound(() => PDFDocument.load(bytes, { updateMetadata: false, ...options }));
