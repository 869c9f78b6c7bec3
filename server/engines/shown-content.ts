/** Hash of what a support shows: a byte more, or other words around the picture, change nothing of it. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { supportTypes } from '#contract/calls/expense.calls.ts';
import type { KeptSupport } from './support-type.ts';
import { drawPages } from './pdf-pages.ts';
import { startPdfium } from './pdfium.ts';
import { printedPicture } from './picture.ts';

/** Megabytes of an engine for one file, and milliseconds for its first page. */
const LIMITS = { memory: 256, time: 4_000 } as const;

async function firstPage(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  const pdfium = await startPdfium(LIMITS.memory);
  return (await drawPages(pdfium, bytes, { most: 1, time: LIMITS.time })).pictures[0];
}

/** The picture, or the first page of a PDF, as the legalisation prints it. @throws when it cannot be drawn */
export async function firstPicture({ file, type }: KeptSupport) {
  const bytes = await readFile(file);
  return type === supportTypes.pdf ? firstPage(bytes) : printedPicture(bytes);
}

/**
 * Task: SHA-256 of the picture, or of the first page of a PDF, as the legalisation prints it. Null for an empty
 * sheet: that is no content, and many files have it.
 *
 * @throws when it cannot be drawn
 */
export async function shownContent(support: KeptSupport): Promise<string | null> {
  const drawn = await firstPicture(support);
  if (drawn === undefined || (await sharp(drawn).stats()).entropy === 0) return null;
  return createHash('sha256').update(drawn).digest('hex');
}
