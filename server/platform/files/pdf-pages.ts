import { readFileSync } from 'node:fs';
import sharp, { type Sharp } from 'sharp';
import { type Handle, type Pdfium, copyOut, onPage, openForm, openPdf, savePdf } from './pdfium.ts';
import { type Size, frameSize, paper } from './picture.ts';

/** Pages of untrusted PDF files: copying, rendering as pictures and placing in a document. */

/** PDF transformation matrix: scale, skew and translation. */
type Matrix = [a: number, b: number, c: number, d: number, e: number, f: number];

/** Inserts a page of an open document into a page of another document. */
function insertPage(
  pdfium: Pdfium,
  from: { document: Handle; index: number },
  into: { document: Handle; page: Handle },
  matrix: Matrix,
): void {
  const copy = pdfium.FPDF_NewXObjectFromPage(into.document, from.document, from.index);
  const shown = copy === 0 ? 0 : pdfium.FPDF_NewFormObjectFromXObject(copy);
  if (shown === 0) throw new Error('a page could not be copied');
  pdfium.FPDFPageObj_Transform(shown, ...matrix);
  pdfium.FPDFPage_InsertObject(into.page, shown);
  pdfium.FPDFPage_GenerateContent(into.page);
  pdfium.FPDF_CloseXObject(copy);
}

const sizeOf = (pdfium: Pdfium, page: Handle): Size => ({
  width: pdfium.FPDF_GetPageWidthF(page),
  height: pdfium.FPDF_GetPageHeightF(page),
});

/** Copies the first `most` pages into a new document: rotation and crop box applied, form fields flattened. */
export function copyPages(
  pdfium: Pdfium,
  bytes: Uint8Array,
  most: number,
): { pdf: Uint8Array<ArrayBuffer>; pages: number; isCut: boolean } {
  const source = openPdf(pdfium, bytes);
  const form = openForm(pdfium, source.handle);
  const target = pdfium.FPDF_CreateNewDocument();
  const pages = Math.min(most, source.pages);
  for (let index = 0; index < pages; index += 1) {
    const { width, height } = onPage(pdfium, source.handle, form, index, (page) => {
      pdfium.FPDFPage_Flatten(page, 0);
      return sizeOf(pdfium, page);
    });
    const page = pdfium.FPDFPage_New(target, index, width, height);
    const from = { document: source.handle, index };
    insertPage(pdfium, from, { document: target, page }, [1, 0, 0, 1, 0, 0]);
    pdfium.FPDF_ClosePage(page);
  }
  return { pdf: savePdf(pdfium, target), pages, isCut: pages < source.pages };
}

/** FPDFBitmap_BGRx; `RED_FIRST` reverses the byte order. */
const COLOURS = 3;
const WITH_ANNOTATIONS = 0x01;
const RED_FIRST = 0x10;
const WHITE = 0xffffffff;

/** The scale at which a page fits a frame. */
const toFill =
  (frame: Size) =>
  ({ width, height }: Size): number =>
    Math.min(frame.width / width, frame.height / height);

const toFrame = toFill(frameSize);

/** A rendered page: red, green, blue and an unused byte per pixel. */
export interface DrawnPage extends Size {
  pixels: Uint8Array<ArrayBuffer>;
}

function pixelsOf(
  pdfium: Pdfium,
  page: Handle,
  form: Handle,
  scaleOf: (size: Size) => number,
): DrawnPage {
  const size = sizeOf(pdfium, page);
  const scale = scaleOf(size);
  const [width, height] = [Math.ceil(size.width * scale), Math.ceil(size.height * scale)];
  const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, COLOURS, 0, 0);
  if (bitmap === 0) throw new RangeError('the engine has no memory left');
  try {
    const flags = WITH_ANNOTATIONS | RED_FIRST;
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags);
    if (form !== 0) pdfium.FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, flags);
    const pixels = copyOut(pdfium, pdfium.FPDFBitmap_GetBuffer(bitmap), width * height * 4);
    return { width, height, pixels };
  } finally {
    pdfium.FPDFBitmap_Destroy(bitmap);
  }
}

export const pictureOf = ({ pixels, width, height }: DrawnPage): Sharp =>
  sharp(pixels, { raw: { width, height, channels: 4 } }).removeAlpha();

const drawn = (...page: Parameters<typeof pixelsOf>): Sharp => pictureOf(pixelsOf(...page));

/** Renders the first `most` pages as JPEG pictures. */
export async function drawPages(
  pdfium: Pdfium,
  bytes: Uint8Array,
  most: number,
): Promise<{ pictures: Uint8Array<ArrayBuffer>[]; isCut: boolean }> {
  const { handle, pages } = openPdf(pdfium, bytes);
  const form = openForm(pdfium, handle);
  const pictures: Uint8Array<ArrayBuffer>[] = [];
  for (let index = 0; index < Math.min(most, pages); index += 1) {
    pictures.push(
      await paper(
        onPage(pdfium, handle, form, index, (page) => drawn(pdfium, page, form, toFrame)),
      ),
    );
  }
  return { pictures, isCut: pictures.length < pages };
}

/** Renders one page as a JPEG picture; null when the document has no such page. @param index from 0 */
export async function drawPage(
  pdfium: Pdfium,
  bytes: Uint8Array,
  index: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const { handle, pages } = openPdf(pdfium, bytes);
  if (index >= pages) return null;
  const form = openForm(pdfium, handle);
  return paper(onPage(pdfium, handle, form, index, (page) => drawn(pdfium, page, form, toFrame)));
}

/** Renders the first page to fit the frame; without a frame, at one pixel per point. */
export function drawFirstPage(pdfium: Pdfium, bytes: Uint8Array, frame?: Size): Sharp {
  const { handle } = openPdf(pdfium, bytes);
  const form = openForm(pdfium, handle);
  const scaleOf = frame ? toFill(frame) : () => 1;
  return onPage(pdfium, handle, form, 0, (page) => drawn(pdfium, page, form, scaleOf));
}

/** Renders the first page of an open document to fit the frame. */
export function firstPagePixels(pdfium: Pdfium, document: Handle, frame: Size): DrawnPage {
  const form = openForm(pdfium, document);
  return onPage(pdfium, document, form, 0, (page) => pixelsOf(pdfium, page, form, toFill(frame)));
}

/** A page of a document and the page of another document to place on it. */
export interface Placement {
  page: number;
  /** Path of the other document. */
  source: string;
  sourcePage: number;
}

/** Maximum enlargement of a small page. */
const LARGEST_SCALE = 1.5;

/**
 * Places pages of other documents on pages of a document, each centred in the frame.
 *
 * @param frame in points, from the lower left corner of the page
 */
export function placePages(
  pdfium: Pdfium,
  document: Uint8Array,
  placements: readonly Placement[],
  frame: { x: number; y: number } & Size,
): Uint8Array<ArrayBuffer> {
  const target = openPdf(pdfium, document).handle;
  const sources = new Map<string, Handle>();
  for (const { page: number, source, sourcePage: index } of placements) {
    const document = sources.get(source) ?? openPdf(pdfium, readFileSync(source)).handle;
    sources.set(source, document);
    const { width, height } = onPage(pdfium, document, 0, index, (page) => sizeOf(pdfium, page));
    const fit = Math.min(frame.width / width, frame.height / height, LARGEST_SCALE);
    const x = frame.x + (frame.width - width * fit) / 2;
    const y = frame.y + (frame.height - height * fit) / 2;
    onPage(pdfium, target, 0, number, (page) =>
      insertPage(pdfium, { document, index }, { document: target, page }, [fit, 0, 0, fit, x, y]),
    );
  }
  return savePdf(pdfium, target);
}

/** Ends a document and returns its bytes. */
export async function collected(pdf: PDFKit.PDFDocument): Promise<Buffer> {
  const parts: Buffer[] = [];
  pdf.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise((resolve, reject) => pdf.on('end', resolve).on('error', reject));
  pdf.end();
  await ended;
  return Buffer.concat(parts);
}
