/** The legalisation of a box as PDF, from its data and from what is shown of its receipts. */
import { toDate } from 'date-fns';
import PDFDocument from 'pdfkit';
import { dateTimeInBogota } from '#machines/domain/values/bogota-time.ts';
import type { LegalisedBox } from './legalisation.repository.ts';
import { collected, placePages } from '../../platform/files/pdf-pages.ts';
import { withPdfium } from '../../platform/files/pdfium.ts';
import { line, onTheLeft, onTheRight, paper, type Pdf, quiet } from './legalisation-style.ts';
import { drawSummary } from './legalisation-summary.ts';
import { type Appendix, drawAppendices, frameFromBelow } from './legalisation-receipts.ts';

/** Megabytes of the engine that puts a document together. */
const MEMORY = 512;

export interface LegalisationParts {
  box: LegalisedBox;
  appendices: Appendix[];
  /** Epoch milliseconds. */
  now: number;
}

function drawFooters(pdf: Pdf, box: LegalisedBox, now: number): void {
  const { count } = pdf.bufferedPageRange();
  const y = paper.height - 34;
  const foot = `${box.tienda} · Reembolso n.º ${box.consecutivo ?? '—'} · Generado el ${dateTimeInBogota(now)}`;
  for (let page = 0; page < count; page += 1) {
    pdf.switchToPage(page);
    line(pdf, foot, onTheLeft(y, 400), quiet(7));
    line(pdf, `Página ${page + 1} de ${count}`, onTheRight(y, 100), quiet(7, 'right'));
  }
}

/** Draws the document. */
export async function drawLegalisation({
  box,
  appendices,
  now,
}: LegalisationParts): Promise<Uint8Array<ArrayBuffer>> {
  const title = `Legalización de caja menor n.º ${box.consecutivo ?? '—'} – ${box.tienda}`;
  const pdf = new PDFDocument({
    size: [paper.width, paper.height],
    // Every place is given; nothing may flow over to a page of its own.
    margin: 0,
    bufferPages: true,
    lang: 'es-CO',
    displayTitle: true,
    info: { Title: title, Author: 'Caja menor', CreationDate: toDate(now) },
  });
  const expenses = appendices.map(({ expense }) => expense);
  drawSummary(pdf, box, expenses);
  const placements = drawAppendices(pdf, appendices);
  drawFooters(pdf, box, now);
  const bytes = await collected(pdf);
  return placements.length === 0
    ? Uint8Array.from(bytes)
    : withPdfium(MEMORY, (pdfium) => placePages(pdfium, bytes, placements, frameFromBelow));
}
