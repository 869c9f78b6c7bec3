/** Supports: what they are, whether they can be opened, and what the legalisation shows of them. */
import { readFile, writeFile } from 'node:fs/promises';
import { supportTypes } from '#contract/calls/expense.calls.ts';
import { type KeptSupport, type SupportMime, supportTypeOf } from './support-type.ts';
import { pdfIsWhole } from './whole-pdf.ts';
import { copyPages, drawPage, drawPages } from './pdf-pages.ts';
import { hasItsPages, openPdf, UnreadablePdfError, withPdfium } from './pdfium.ts';
import { pictureFault, printedPicture } from './picture.ts';
import { sha256Of } from './sha256.ts';
import { shownContent } from './shown-content.ts';
import { MOST_PAGES, type SupportFault } from './support-limits.ts';

/** Pages of a support in a legalisation, and milliseconds after which no further one is begun. */
const shown = { most: 30, time: 1_000 } as const;

/** Megabytes of an engine for one file. */
const MEMORY = 256;

/** Fault of a PDF. One with a password is taken: the legalisation has a note in its place. */
async function pdfFault(bytes: Uint8Array): Promise<SupportFault | null> {
  if (!pdfIsWhole(bytes)) return 'damaged';
  try {
    return await withPdfium(MEMORY, (pdfium) => {
      const document = openPdf(pdfium, bytes);
      if (document.pages > MOST_PAGES) return 'pages';
      return hasItsPages(pdfium, document) ? null : 'damaged';
    });
  } catch (error) {
    return error instanceof UnreadablePdfError && error.reason === 'protected' ? null : 'damaged';
  }
}

const faults: Record<SupportMime, (bytes: Uint8Array) => Promise<SupportFault | null>> = {
  [supportTypes.pdf]: pdfFault,
  [supportTypes.jpg]: pictureFault,
  [supportTypes.png]: pictureFault,
};

/** An upload that can be kept. */
export interface GoodSupport {
  type: SupportMime;
  /** Hash of the file, hexadecimal. */
  sha256: string;
  fault: null;
}

/** Task: opens what somebody uploads. */
export async function inspectSupport(file: string): Promise<GoodSupport | { fault: SupportFault }> {
  const bytes = await readFile(file);
  const type = await supportTypeOf(bytes);
  if (type === null) return { fault: 'type' };
  const fault = await faults[type](bytes);
  return fault === null ? { type, sha256: sha256Of(bytes), fault } : { fault };
}

/** An upload that can be kept, with the hash of what it shows; null for what cannot be drawn. */
export interface ReadSupport extends GoodSupport {
  content: string | null;
}

/** Task: opens what somebody uploads, and draws it once. */
export async function readSupport(file: string): Promise<ReadSupport | { fault: SupportFault }> {
  const found = await inspectSupport(file);
  if (found.fault !== null) return found;
  const content = await shownContent({ file, type: found.type }).catch(() => null);
  return { ...found, content };
}

/** Content of a support in the legalisation: files with pages of a PDF, or with a picture each. */
export interface SupportContent {
  kind: 'pages' | 'pictures';
  files: string[];
  /** Bytes of the files. */
  bytes: number;
  pages: number;
  isCut: boolean;
}

export interface SupportToShow extends KeptSupport {
  /** For a PDF only. */
  kind: SupportContent['kind'];
  /** Beginning of the names of what is made of it. */
  into: string;
}

/** Task: reads a kept support. @throws when it cannot be shown as this kind */
export async function showSupport(support: SupportToShow): Promise<SupportContent> {
  const { kind, made, pages, isCut } = await shownParts(support);
  const files = made.map((_, index) => `${support.into}-${index}`);
  for (const [index, file] of files.entries()) await writeFile(file, made[index] ?? '');
  return { kind, files, bytes: made.reduce((sum, { length }) => sum + length, 0), pages, isCut };
}

async function shownParts({ file, type, kind }: SupportToShow) {
  const bytes = await readFile(file);
  const pictures = (made: Uint8Array[], isCut: boolean) =>
    ({ kind: 'pictures', made, pages: made.length, isCut }) as const;
  if (type !== supportTypes.pdf) return pictures([await printedPicture(bytes)], false);
  return withPdfium(MEMORY, async (pdfium) => {
    if (kind === 'pages') {
      const { pdf, pages, isCut } = copyPages(pdfium, bytes, shown);
      return { kind, made: [pdf], pages, isCut };
    }
    const drawn = await drawPages(pdfium, bytes, shown);
    return pictures(drawn.pictures, drawn.isCut);
  });
}

/** Task: the number of sheets of a kept support. @throws when it cannot be opened */
export async function countSheets({ file, type }: KeptSupport): Promise<number> {
  if (type !== supportTypes.pdf) return 1;
  const bytes = await readFile(file);
  return withPdfium(MEMORY, (pdfium) => openPdf(pdfium, bytes).pages);
}

/** Task: one sheet as a picture (JPEG), null when there is no such. @throws when it cannot be drawn */
export async function drawSheet({
  file,
  type,
  sheet,
}: KeptSupport & { sheet: number }): Promise<Uint8Array<ArrayBuffer> | null> {
  const bytes = await readFile(file);
  if (type === supportTypes.pdf)
    return withPdfium(MEMORY, (pdfium) => drawPage(pdfium, bytes, sheet - 1));
  return sheet === 1 ? printedPicture(bytes) : null;
}
