import { readFile } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import { receiptTypes } from '#contract/calls/expenses.calls.ts';
import { sha256Of } from '../access/digests.ts';
import { type DrawnPage, drawFirstPage, firstPagePixels, pictureOf } from './pdf-pages.ts';
import { type Handle, type Pdfium, withPdfium } from './pdfium.ts';
import { type Size, openPicture } from './picture.ts';
import type { StoredReceipt } from './receipt-type.ts';

/** Hash of the rendered content of a receipt; differences that are not visible, such as metadata, do not change it. */

/** Memory limit of the PDF engine, megabytes. */
const MEMORY = 256;

/** Pixels of the hashed picture: 75 dpi, at which a different digit still changes the picture. */
const hashed: Size = { width: 554, height: 675 };

const onPaper = (picture: Sharp, frame: Size): Sharp =>
  picture
    .resize({ ...frame, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' });

/** The picture, or the first page of a PDF, fitted to the frame, on white. @throws when it cannot be drawn */
export async function firstPicture({ file, type }: StoredReceipt, frame: Size): Promise<Sharp> {
  const bytes = await readFile(file);
  const picture =
    type === receiptTypes.pdf
      ? await withPdfium(MEMORY, (pdfium) => drawFirstPage(pdfium, bytes, frame))
      : (await openPicture(bytes)).autoOrient();
  return onPaper(picture, frame);
}

/** True when all pixels are equal, as on a blank page. */
const isEmpty = (pixels: Buffer, channels: number): boolean =>
  pixels.subarray(channels).equals(pixels.subarray(0, -channels));

/**
 * SHA-256 of the pixels of a picture. Null for a blank page, which many unrelated files share.
 *
 * @throws when it cannot be drawn
 */
async function hashOfPicture(picture: Sharp): Promise<string | null> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  if (isEmpty(data, info.channels)) return null;
  return sha256Of(`${info.width}x${info.height} `, data);
}

/** Content hash of a picture; null when it is blank. @throws when it cannot be drawn */
export const shownByPicture = async (bytes: Uint8Array): Promise<string | null> =>
  hashOfPicture(onPaper((await openPicture(bytes)).autoOrient(), hashed));

/** The pixels without the unused fourth byte. */
function coloursOf({ pixels }: DrawnPage): Buffer {
  const colours = Buffer.allocUnsafe((pixels.length / 4) * 3);
  for (let from = 0, to = 0; from < pixels.length; from += 4, to += 3) {
    colours[to] = pixels[from] ?? 0;
    colours[to + 1] = pixels[from + 1] ?? 0;
    colours[to + 2] = pixels[from + 2] ?? 0;
  }
  return colours;
}

/**
 * Content hash of the first page of an open PDF; null when it is blank. Same result as `hashOfPicture`, but without
 * libvips when the page already fits the frame.
 *
 * @throws when it cannot be drawn
 */
export async function shownByPdf(pdfium: Pdfium, document: Handle): Promise<string | null> {
  const page = firstPagePixels(pdfium, document, hashed);
  const { width, height } = page;
  // Rounding up may exceed the frame by one pixel.
  if (width > hashed.width || height > hashed.height)
    return hashOfPicture(onPaper(pictureOf(page), hashed));
  if (isEmpty(Buffer.from(page.pixels.buffer), 4)) return null;
  const colours = coloursOf(page);
  return isEmpty(colours, 3) ? null : sha256Of(`${width}x${height} `, colours);
}

/** Thumbnails of receipts on the contact sheet of a box. */

/** Pixels: twice the size of a card on the screen. */
const SIZE = { width: 480, height: 640 } as const;

/** Task: draws a picture, or the first page of a PDF, as JPEG. @throws when it cannot be drawn */
export async function thumbnail(receipt: StoredReceipt): Promise<Uint8Array<ArrayBuffer>> {
  const picture = await firstPicture(receipt, SIZE);
  return Uint8Array.from(await picture.jpeg({ quality: 70 }).toBuffer());
}
