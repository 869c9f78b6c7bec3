/** Selectable text of a PDF. */
import { openPdf, type Pdfium, withPdfium } from '#server/platform/files/pdfium.ts';

const MEGABYTES = 512;

/** Text that the engine writes into a buffer of so many bytes, without the final zero. */
function written(pdfium: Pdfium, bytes: number, write: (place: number) => unknown): string {
  const place = pdfium.pdfium.wasmExports.malloc(bytes);
  write(place);
  const text = pdfium.pdfium.UTF16ToString(place);
  pdfium.pdfium.wasmExports.free(place);
  return text;
}

function textOf(pdfium: Pdfium, document: number, index: number): string {
  const page = pdfium.FPDF_LoadPage(document, index);
  const text = pdfium.FPDFText_LoadPage(page);
  const count = pdfium.FPDFText_CountChars(text);
  const found = written(pdfium, (count + 1) * 2, (place) =>
    pdfium.FPDFText_GetText(text, 0, count, place),
  );
  pdfium.FPDFText_ClosePage(text);
  pdfium.FPDF_ClosePage(page);
  return found.replace(/\s+/g, ' ');
}

/** Text of each page, with embedded pages; line breaks are joined. */
export const pageTexts = (bytes: Uint8Array): Promise<string[]> =>
  withPdfium(MEGABYTES, (pdfium) => {
    const { handle, pages } = openPdf(pdfium, bytes);
    return Array.from({ length: pages }, (_, index) => textOf(pdfium, handle, index));
  });

/** Points from the left and the bottom edge. */
export interface DrawnBox {
  left: number;
  right: number;
  bottom: number;
  top: number;
}

/** With the bounding box of the letters. */
export interface DrawnText extends DrawnBox {
  text: string;
}

/** PDFium's type numbers of objects. */
const TEXT = 1;
const PICTURE = 3;

/** Text objects of a page, one for each line. */
export const drawnTexts = (bytes: Uint8Array, index: number): Promise<DrawnText[]> =>
  withPdfium(MEGABYTES, (pdfium) => drawnOn(pdfium, bytes, index));

/** Pictures of a page. */
export const drawnPictures = (bytes: Uint8Array, index: number): Promise<DrawnBox[]> =>
  withPdfium(MEGABYTES, (pdfium) => {
    const page = pdfium.FPDF_LoadPage(openPdf(pdfium, bytes).handle, index);
    return boxesOn(pdfium, page, PICTURE).map(({ box }) => box);
  });

function drawnOn(pdfium: Pdfium, bytes: Uint8Array, index: number): DrawnText[] {
  const page = pdfium.FPDF_LoadPage(openPdf(pdfium, bytes).handle, index);
  const letters = pdfium.FPDFText_LoadPage(page);
  return boxesOn(pdfium, page, TEXT).map(({ object, box }) => {
    const text = written(pdfium, 1_000, (place) =>
      pdfium.FPDFTextObj_GetText(object, letters, place, 1_000),
    );
    return { text: text.trim(), ...box };
  });
}

/** The objects of a type on a page. */
function boxesOn(pdfium: Pdfium, page: number, type: number): { object: number; box: DrawnBox }[] {
  const edges = pdfium.pdfium.wasmExports.malloc(16);
  const objects = Array.from({ length: pdfium.FPDFPage_CountObjects(page) }, (_, nth) =>
    pdfium.FPDFPage_GetObject(page, nth),
  );
  return objects
    .filter((object) => pdfium.FPDFPageObj_GetType(object) === type)
    .map((object) => {
      pdfium.FPDFPageObj_GetBounds(object, edges, edges + 4, edges + 8, edges + 12);
      const edge = (nth: number) => pdfium.pdfium.getValue(edges + 4 * nth, 'float');
      return { object, box: { left: edge(0), bottom: edge(1), right: edge(2), top: edge(3) } };
    });
}

export const titleOf = (bytes: Uint8Array): Promise<string> =>
  withPdfium(MEGABYTES, (pdfium) => {
    const { handle } = openPdf(pdfium, bytes);
    return written(pdfium, 1_000, (place) =>
      pdfium.FPDF_GetMetaText(handle, 'Title', place, 1_000),
    );
  });
