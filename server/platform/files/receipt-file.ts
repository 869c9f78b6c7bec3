/** Receipts: what they are, whether they can be opened, and what the legalisation shows of them. */
import { readFile, writeFile } from 'node:fs/promises';
import { receiptTypes } from '#contract/calls/expenses.calls.ts';
import {
  MOST_PAGES,
  type ReceiptFault,
  type ReceiptMime,
  type StoredReceipt,
  pdfIsWhole,
  receiptTypeOf,
} from './receipt-type.ts';
import { copyPages, drawPage, drawPages } from './pdf-pages.ts';
import {
  hasItsPages,
  type OpenPdf,
  openPdf,
  type Pdfium,
  UnreadablePdfError,
  withPdfium,
} from './pdfium.ts';
import { pictureFault, printedPicture } from './picture.ts';
import { sha256Of } from '../access/digests.ts';
import { shownByPdf, shownByPicture } from './shown-content.ts';

/** Pages of a receipt in a legalisation, and milliseconds after which no further one is begun. */
const shown = { most: 30, time: 1_000 } as const;

/** Megabytes of an engine for one file. */
const MEMORY = 256;

/** Fault of an upload, and the hash of what it shows; null for what cannot be drawn, or was not. */
interface Looked {
  fault: ReceiptFault | null;
  content: string | null;
}

function faultOfPdf(pdfium: Pdfium, document: OpenPdf): ReceiptFault | null {
  if (document.pages > MOST_PAGES) return 'pages';
  return hasItsPages(pdfium, document) ? null : 'damaged';
}

/** One with a password is taken: the legalisation has a note in its place. */
const faultOfError = (error: unknown): ReceiptFault | null =>
  error instanceof UnreadablePdfError && error.reason === 'protected' ? null : 'damaged';

/** Looks at a PDF with one engine, which is dropped when it fails; what was found of the file until then stays true. */
async function lookAtPdf(bytes: Uint8Array, draws: boolean): Promise<Looked> {
  const looked: Looked = { fault: 'damaged', content: null };
  if (!pdfIsWhole(bytes)) return looked;
  let isOpen = false;
  try {
    await withPdfium(MEMORY, async (pdfium) => {
      const document = openPdf(pdfium, bytes);
      looked.fault = faultOfPdf(pdfium, document);
      isOpen = true;
      if (draws && looked.fault === null)
        looked.content = await shownByPdf(pdfium, document.handle);
    });
  } catch (error) {
    if (!isOpen) looked.fault = faultOfError(error);
  }
  return looked;
}

async function lookAtPicture(bytes: Uint8Array, draws: boolean): Promise<Looked> {
  const fault = await pictureFault(bytes);
  const content = draws && fault === null ? await shownByPicture(bytes).catch(() => null) : null;
  return { fault, content };
}

const looks: Record<ReceiptMime, (bytes: Uint8Array, draws: boolean) => Promise<Looked>> = {
  [receiptTypes.pdf]: lookAtPdf,
  [receiptTypes.jpg]: lookAtPicture,
  [receiptTypes.png]: lookAtPicture,
};

/** An upload that can be stored. */
interface GoodReceipt {
  type: ReceiptMime;
  /** Hash of the file, hexadecimal. */
  sha256: string;
  fault: null;
}

/** An upload that can be stored, with the hash of what it shows; null for what cannot be drawn. */
export interface ReadReceipt extends GoodReceipt {
  content: string | null;
}

async function read(file: string, draws: boolean): Promise<ReadReceipt | { fault: ReceiptFault }> {
  const bytes = await readFile(file);
  const type = await receiptTypeOf(bytes);
  if (type === null) return { fault: 'type' };
  const { fault, content } = await looks[type](bytes, draws);
  return fault === null ? { type, sha256: sha256Of(bytes), fault, content } : { fault };
}

/** Task: opens what somebody uploads. */
export async function inspectReceipt(file: string): Promise<GoodReceipt | { fault: ReceiptFault }> {
  const found = await read(file, false);
  if (found.fault !== null) return found;
  const { content: _, ...good } = found;
  return good;
}

/** Task: opens what somebody uploads, and draws it once. */
export const readReceipt = (file: string): Promise<ReadReceipt | { fault: ReceiptFault }> =>
  read(file, true);

/** Content of a receipt in the legalisation: files with pages of a PDF, or with a picture each. */
export interface ReceiptContent {
  kind: 'pages' | 'pictures';
  files: string[];
  /** Bytes of the files. */
  bytes: number;
  pages: number;
  isCut: boolean;
}

export interface ReceiptToShow extends StoredReceipt {
  /** For a PDF only. */
  kind: ReceiptContent['kind'];
  /** Beginning of the names of what is made of it. */
  into: string;
}

/** Task: reads a stored receipt. @throws when it cannot be shown as this kind */
export async function showReceipt(receipt: ReceiptToShow): Promise<ReceiptContent> {
  const { kind, made, pages, isCut } = await shownParts(receipt);
  const files = made.map((_, index) => `${receipt.into}-${index}`);
  for (const [index, file] of files.entries()) await writeFile(file, made[index] ?? '');
  return { kind, files, bytes: made.reduce((sum, { length }) => sum + length, 0), pages, isCut };
}

async function shownParts({ file, type, kind }: ReceiptToShow) {
  const bytes = await readFile(file);
  const pictures = (made: Uint8Array[], isCut: boolean) =>
    ({ kind: 'pictures', made, pages: made.length, isCut }) as const;
  if (type !== receiptTypes.pdf) return pictures([await printedPicture(bytes)], false);
  return withPdfium(MEMORY, async (pdfium) => {
    if (kind === 'pages') {
      const { pdf, pages, isCut } = copyPages(pdfium, bytes, shown);
      return { kind, made: [pdf], pages, isCut };
    }
    const drawn = await drawPages(pdfium, bytes, shown);
    return pictures(drawn.pictures, drawn.isCut);
  });
}

/** Task: the number of sheets of a stored receipt. @throws when it cannot be opened */
export async function countSheets({ file, type }: StoredReceipt): Promise<number> {
  if (type !== receiptTypes.pdf) return 1;
  const bytes = await readFile(file);
  return withPdfium(MEMORY, (pdfium) => openPdf(pdfium, bytes).pages);
}

/** Task: one sheet as a picture (JPEG), null when there is no such. @throws when it cannot be drawn */
export async function drawSheet({
  file,
  type,
  sheet,
}: StoredReceipt & { sheet: number }): Promise<Uint8Array<ArrayBuffer> | null> {
  const bytes = await readFile(file);
  if (type === receiptTypes.pdf)
    return withPdfium(MEMORY, (pdfium) => drawPage(pdfium, bytes, sheet - 1));
  return sheet === 1 ? printedPicture(bytes) : null;
}
