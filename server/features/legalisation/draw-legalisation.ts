import { writeFile } from 'node:fs/promises';
import { toDate } from 'date-fns';
import PDFDocument from 'pdfkit';
import { dateTimeInBogota } from '#machines/domain/values/bogota-time.ts';
import { formatMoney } from '#machines/domain/values/money.ts';
import { type Placement, collected, placePages } from '../../platform/files/pdf-pages.ts';
import { withPdfium } from '../../platform/files/pdfium.ts';
import type { ReceiptContent } from '../../platform/files/receipt-file.ts';
import {
  type Pdf,
  amount,
  colours,
  inner,
  line,
  onTheLeft,
  onTheRight,
  paper,
  quiet,
  styled,
} from './legalisation-style.ts';
import { drawSummary } from './legalisation-summary.ts';
import type { LegalisedBox, LegalisedExpense } from './legalisation.repository.ts';

/** Receipts after a legalisation, in the order of the expenses, each on its own pages. */

/** Reasons why a receipt is not shown. */
const notes = {
  missing: 'El archivo de este soporte no se encuentra. Avise al administrador.',
  damaged:
    'El archivo de este soporte está dañado o protegido y no se puede anexar. Consúltelo en la aplicación.',
  tooMuch:
    'Este soporte no se anexa porque el documento sería demasiado grande. Consúltelo en la aplicación.',
  unattached: 'Este gasto no tiene soporte.',
} as const;

export type Note = { kind: 'note'; note: keyof typeof notes };

/** Content of the receipt of an expense. */
export interface Appendix {
  expense: LegalisedExpense;
  content: ReceiptContent | Note;
}

/** Area of a page for the receipt, measured from the top. */
const frame = { x: inner.left, y: 92, width: inner.width, height: inner.bottom - 92 } as const;

/** `frame` measured from the bottom, as PDF does. */
const frameFromBelow = { ...frame, y: paper.height - frame.y - frame.height };

function drawHead(pdf: Pdf, expense: LegalisedExpense, title: string): void {
  pdf.rect(0, 0, paper.width, 6).fill(colours.brand);
  const supplier = `${expense.proveedor_nombre} · NIT ${expense.num_doc}-${expense.digito}`;
  const valor = formatMoney(expense.valor);
  line(pdf, title, onTheLeft(32, 360), { size: 13, bold: true, colour: colours.brand });
  line(pdf, supplier, onTheLeft(52, 400), { size: 9 });
  line(pdf, `Recibo ${expense.recibo} · ${expense.fecha_gasto}`, onTheLeft(65, 400), quiet(8));
  amount(pdf, valor, onTheRight(34, 120), { size: 13, bold: true, align: 'right' });
  pdf.moveTo(inner.left, 82).lineTo(inner.right, 82).lineWidth(0.5).strokeColor(colours.line);
  pdf.stroke();
}

function drawNote(pdf: Pdf, text: string): void {
  pdf.roundedRect(frame.x, frame.y + 8, frame.width, 54, 4).fill(colours.stripe);
  styled(pdf, { size: 10 }).text(text, frame.x + 16, frame.y + 24, { width: frame.width - 32 });
}

/** Number of pages shown of a receipt, and whether further ones were cut. */
function extentOf({ content }: Appendix): { pages: number; isCut: boolean } {
  return content.kind === 'note' ? { pages: 1, isCut: false } : content;
}

/** Draws the pages of every receipt. @returns the pages of other PDFs that must be placed afterwards */
function drawAppendices(pdf: Pdf, appendices: readonly Appendix[]): Placement[] {
  const placements: Placement[] = [];
  for (const [index, appendix] of appendices.entries()) {
    const { expense, content } = appendix;
    const { pages, isCut } = extentOf(appendix);
    for (let sourcePage = 0; sourcePage < pages; sourcePage += 1) {
      pdf.addPage();
      const cut = isCut ? ', primeras páginas' : '';
      const ofPages = pages > 1 || isCut ? ` (hoja ${sourcePage + 1} de ${pages}${cut})` : '';
      drawHead(pdf, expense, `Soporte del gasto ${index + 1}${ofPages}`);
      if (content.kind === 'note') drawNote(pdf, notes[content.note]);
      else if (content.kind === 'pages')
        placements.push({
          page: pdf.bufferedPageRange().count - 1,
          source: content.files[0] ?? '',
          sourcePage,
        });
      else
        pdf.image(content.files[sourcePage] ?? '', frame.x, frame.y, {
          fit: [frame.width, frame.height],
          align: 'center',
          valign: 'center',
        });
    }
  }
  return placements;
}

/** Composes the legalisation of a box as PDF from its data and the contents of its receipts. */

/** Memory limit, in megabytes, of the engine that composes a document. */
const MEMORY = 512;

interface LegalisationParts {
  box: LegalisedBox;
  appendices: Appendix[];
  /** Epoch milliseconds. */
  now: number;
}

function drawFooters(pdf: Pdf, box: LegalisedBox, now: number): void {
  const { count } = pdf.bufferedPageRange();
  const y = paper.height - 34;
  const foot = `${box.tienda} · Caja n.º ${box.consecutivo ?? '—'} · Generado el ${dateTimeInBogota(now)}`;
  for (let page = 0; page < count; page += 1) {
    pdf.switchToPage(page);
    line(pdf, foot, onTheLeft(y, 400), quiet(7));
    line(pdf, `Página ${page + 1} de ${count}`, onTheRight(y, 100), quiet(7, 'right'));
  }
}

export async function drawLegalisation({
  box,
  appendices,
  now,
}: LegalisationParts): Promise<Uint8Array<ArrayBuffer>> {
  const title = `Legalización de caja menor n.º ${box.consecutivo ?? '—'} – ${box.tienda}`;
  const pdf = new PDFDocument({
    size: [paper.width, paper.height],
    // Every position is explicit; no text may flow onto an automatic page.
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

/** Draws the document into the file `into` and returns its path. */
export async function fileLegalisation({
  into,
  ...parts
}: LegalisationParts & { into: string }): Promise<string> {
  await writeFile(into, await drawLegalisation(parts));
  return into;
}
