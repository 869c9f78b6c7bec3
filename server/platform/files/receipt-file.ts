/** Receipt files: validation of uploads, and pages or pictures for the legalisation. */
import { readFile, writeFile } from 'node:fs/promises';
import { receiptTypes } from '#contract/calls/expenses.calls.ts';
import {
  MOST_PAGES,
  type ReceiptFault,
  type ReceiptMime,
  type StoredReceipt,
  animatedPng,
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

/** Maximum pages of a receipt in a legalisation: copied, and drawn as pictures, which takes longer. */
const shown = { pages: 30, pictures: 10 } as const;

/** Memory limit of the PDF engine, megabytes. */
const MEMORY = 256;

/** Fault of an upload, and hash of its rendered content; null when not rendered, not renderable or blank. */
interface Inspection {
  fault: ReceiptFault | null;
  content: string | null;
}

function faultOfPdf(pdfium: Pdfium, document: OpenPdf): ReceiptFault | null {
  if (document.pages > MOST_PAGES) return 'pages';
  return hasItsPages(pdfium, document) ? null : 'damaged';
}

/** A password-protected PDF is accepted; the legalisation shows a note instead of it. */
const faultOfError = (error: unknown): ReceiptFault | null =>
  error instanceof UnreadablePdfError && error.reason === 'protected' ? null : 'damaged';

/** Inspects a PDF with one engine, discarded on failure. A failure after opening the file keeps the fault found. */
async function inspectPdf(bytes: Uint8Array, draws: boolean): Promise<Inspection> {
  const looked: Inspection = { fault: 'damaged', content: null };
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

async function inspectPicture(bytes: Uint8Array, draws: boolean): Promise<Inspection> {
  const fault = await pictureFault(bytes);
  const content = draws && fault === null ? await shownByPicture(bytes).catch(() => null) : null;
  return { fault, content };
}

const inspectors: Record<ReceiptMime, (bytes: Uint8Array, draws: boolean) => Promise<Inspection>> =
  {
    [receiptTypes.pdf]: inspectPdf,
    [receiptTypes.jpg]: inspectPicture,
    [receiptTypes.png]: inspectPicture,
  };

/** An acceptable upload. */
interface GoodReceipt {
  type: ReceiptMime;
  /** Hash of the file, hexadecimal. */
  sha256: string;
  fault: null;
}

/** An acceptable upload with the hash of its rendered content; null when it cannot be rendered or is blank. */
export interface ReadReceipt extends GoodReceipt {
  content: string | null;
}

async function read(file: string, draws: boolean): Promise<ReadReceipt | { fault: ReceiptFault }> {
  const bytes = await readFile(file);
  const type = await receiptTypeOf(bytes);
  if (type === null) return { fault: 'type' };
  if (type === animatedPng) return { fault: 'animated' };
  const { fault, content } = await inspectors[type](bytes, draws);
  return fault === null ? { type, sha256: sha256Of(bytes), fault, content } : { fault };
}

/** Task: validates an upload. */
export async function inspectReceipt(file: string): Promise<GoodReceipt | { fault: ReceiptFault }> {
  const found = await read(file, false);
  if (found.fault !== null) return found;
  const { content: _, ...good } = found;
  return good;
}

/** Task: validates an upload and renders it for its content hash. */
export const readReceipt = (file: string): Promise<ReadReceipt | { fault: ReceiptFault }> =>
  read(file, true);

/** Content of a receipt for the legalisation: one PDF file of pages, or files with one picture each. */
export interface ReceiptContent {
  kind: 'pages' | 'pictures';
  files: string[];
  /** Total bytes of the files. */
  bytes: number;
  pages: number;
  isCut: boolean;
}

export interface ReceiptToShow extends StoredReceipt {
  /** Applies to PDF files only; a picture is always shown as a picture. */
  kind: ReceiptContent['kind'];
  /** Path prefix of the files to write. */
  into: string;
}

/** Task: writes the pages or pictures of a stored receipt to files. @throws when it cannot be shown as this kind */
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
      const { pdf, pages, isCut } = copyPages(pdfium, bytes, shown.pages);
      return { kind, made: [pdf], pages, isCut };
    }
    const drawn = await drawPages(pdfium, bytes, shown.pictures);
    return pictures(drawn.pictures, drawn.isCut);
  });
}

/** Task: counts the pages of a stored receipt. @throws when it cannot be opened */
export async function countSheets({ file, type }: StoredReceipt): Promise<number> {
  if (type !== receiptTypes.pdf) return 1;
  const bytes = await readFile(file);
  return withPdfium(MEMORY, (pdfium) => openPdf(pdfium, bytes).pages);
}

/** Task: renders one page as a JPEG picture; null when it does not exist. @throws when it cannot be rendered */
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
