/** How much a support may ask of whoever opens it: a small file can be a very large picture or document. */
import { supportTypes } from '#contract/calls/expense.calls.ts';
import { loadPdf, MOST_PAGES, PdfTooLargeError } from '../../documents/bounded-pdf.ts';
import type { SupportMime } from '../../documents/support-type.ts';
import { jpegSize, pngSize, type PictureSize } from './support-content.ts';

/** Pixels: what telephones take today, with which a browser can still deal. */
const MOST_PIXELS = 50_000_000;

const tooManyPixels =
  'La imagen tiene más de 50 millones de píxeles. Redúzcala y cárguela de nuevo.';
const tooManyPages = `El PDF tiene más de ${MOST_PAGES} páginas. Cargue solo las del recibo.`;
const tooMuchInside =
  'El PDF contiene más de lo que se puede abrir. Guárdelo de nuevo, o imprímalo como PDF, y cárguelo.';

const pictureExcess = (size: PictureSize | null): string | null =>
  size !== null && size.width * size.height > MOST_PIXELS ? tooManyPixels : null;

/** What is damaged or protected is not opened here, and the legalisation leaves a note in its place. */
async function pdfExcess(bytes: Buffer): Promise<string | null> {
  try {
    const pages = (await loadPdf(bytes, { throwOnInvalidObject: true })).getPageCount();
    return pages > MOST_PAGES ? tooManyPages : null;
  } catch (error) {
    return error instanceof PdfTooLargeError ? tooMuchInside : null;
  }
}

const excesses: Record<SupportMime, (bytes: Buffer) => string | null | Promise<string | null>> = {
  [supportTypes.pdf]: pdfExcess,
  [supportTypes.jpg]: (bytes) => pictureExcess(jpegSize(bytes)),
  [supportTypes.png]: (bytes) => pictureExcess(pngSize(bytes)),
};

/** The sentence for whoever uploads too much; null for what may be opened. */
export const excessOf = async (type: SupportMime, bytes: Buffer): Promise<string | null> =>
  excesses[type](bytes);
