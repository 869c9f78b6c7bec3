/** Hash of what a support shows: a byte more, or other words around the picture, change nothing of it. */
import { readFile } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import { supportTypes } from '#contract/calls/expense.calls.ts';
import type { KeptSupport } from './support-type.ts';
import { drawFirstPage } from './pdf-pages.ts';
import { withPdfium } from './pdfium.ts';
import { sha256Of } from './sha256.ts';
import { openPicture, type Size } from './picture.ts';

/** Megabytes of an engine for one file. */
const MEMORY = 256;

/** Pixels of the picture that is hashed: 75 to an inch, at which another digit is another picture. */
const hashed: Size = { width: 554, height: 675 };

/** The picture, or the first page of a PDF, on white paper within the frame. @throws when it cannot be drawn */
export async function firstPicture({ file, type }: KeptSupport, frame: Size): Promise<Sharp> {
  const bytes = await readFile(file);
  const picture =
    type === supportTypes.pdf
      ? await withPdfium(MEMORY, (pdfium) => drawFirstPage(pdfium, bytes, frame))
      : (await openPicture(bytes)).autoOrient();
  return picture
    .resize({ ...frame, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' });
}

/** Tells whether all pixels are alike: a sheet with nothing on it. */
const isEmpty = (pixels: Buffer, channels: number): boolean =>
  pixels.subarray(channels).equals(pixels.subarray(0, -channels));

/**
 * SHA-256 of the picture, or of the first page of a PDF. Null for an empty sheet: that is no content, and
 * many files have it.
 *
 * @throws when it cannot be drawn
 */
export async function shownContent(support: KeptSupport): Promise<string | null> {
  const picture = await firstPicture(support, hashed);
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  if (isEmpty(data, info.channels)) return null;
  return sha256Of(`${info.width}x${info.height} `, data);
}
