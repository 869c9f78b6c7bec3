/** The supports behind a legalisation: each on its page, in the order of the expenses. */
import { PDFDocument, type PDFEmbeddedPage, degrees } from 'pdf-lib';
import { supportTypes } from '#contract/calls/expense.calls.ts';
import { formatMoney } from '#machines/domain/money.ts';
import type { LegalisedExpense } from '../repositories/legalisation.repository.ts';
import { loadPdf, withinBound } from './bounded-pdf.ts';
import { colours, inner, line, paper, type Pdf, styled } from './legalisation-style.ts';
import { opaquePng } from './opaque-png.ts';
import type { SupportStore } from './support-store.ts';

/** A support ready to be drawn; a note says why it cannot be. */
export type Appendix = { expense: LegalisedExpense; index: number } & (
  | { kind: 'image'; bytes: Buffer }
  | { kind: 'pdf'; source: PDFDocument; pages: number; isCut: boolean }
  | { kind: 'note'; text: string }
);

/** A page of the document that waits for a page of a support. */
export interface Placeholder {
  page: number;
  source: PDFDocument;
  sourcePage: number;
}

/** Bytes of supports in one document; the rest is read in the application. */
const MOST_BYTES = 80 * 1024 * 1024;
const MOST_PAGES_EACH = 30;

const notes = {
  missing: 'El archivo de este soporte no se encuentra. Avise al administrador.',
  damaged:
    'El archivo de este soporte está dañado o protegido y no se puede anexar. Consúltelo en la aplicación.',
  tooMuch:
    'Este soporte no se anexa porque el documento sería demasiado grande. Consúltelo en la aplicación.',
  unattached: 'Este gasto no tiene soporte.',
} as const;

type Content =
  | { kind: 'image'; bytes: Buffer }
  | { kind: 'pdf'; source: PDFDocument; pages: number; isCut: boolean }
  | { kind: 'note'; text: string };

/** What was filled into a form is lost when its page is put into another document, unless it is fixed. */
function fixFields(source: PDFDocument): void {
  try {
    source.getForm().flatten();
  } catch {
    // A form that this library does not know: its page is shown without what was filled in.
  }
}

async function contentOf(bytes: Buffer, type: string | null): Promise<Content> {
  try {
    if (type === supportTypes.jpg) return { kind: 'image', bytes };
    if (type === supportTypes.png) return { kind: 'image', bytes: await opaquePng(bytes) };
    const source = await loadPdf(bytes);
    const count = source.getPageCount();
    if (count === 0) return { kind: 'note', text: notes.damaged };
    await withinBound(async () => fixFields(source));
    return {
      kind: 'pdf',
      source,
      pages: Math.min(count, MOST_PAGES_EACH),
      isCut: count > MOST_PAGES_EACH,
    };
  } catch {
    return { kind: 'note', text: notes.damaged };
  }
}

/** Reads what is to be appended, one file after another. */
export async function readAppendices(
  supports: SupportStore,
  expenses: readonly LegalisedExpense[],
): Promise<Appendix[]> {
  let room = MOST_BYTES;
  const appendices: Appendix[] = [];
  for (const [index, expense] of expenses.entries()) {
    const content = await read(expense);
    appendices.push({ expense, index, ...content });
  }
  return appendices;

  async function read(expense: LegalisedExpense): Promise<Content> {
    const { soporte_sha256, soporte_tipo, soporte_bytes } = expense;
    if (soporte_sha256 === null) return { kind: 'note', text: notes.unattached };
    if ((soporte_bytes ?? 0) > room) return { kind: 'note', text: notes.tooMuch };
    room -= soporte_bytes ?? 0;
    if (!(await supports.exists(soporte_sha256))) return { kind: 'note', text: notes.missing };
    return contentOf(await supports.read(soporte_sha256), soporte_tipo);
  }
}

/** Where on a page the support is shown, from the top. */
const frame = {
  x: inner.left,
  y: 92,
  width: inner.width,
  height: inner.bottom - 92,
} as const;

function drawHead(pdf: Pdf, { expense, index }: Appendix, ofPages: string): void {
  pdf.rect(0, 0, paper.width, 6).fill(colours.brand);
  line(
    pdf,
    `Soporte del gasto ${index + 1}${ofPages}`,
    { x: inner.left, y: 32, width: 360 },
    {
      size: 13,
      bold: true,
      colour: colours.brand,
    },
  );
  line(
    pdf,
    `${expense.proveedor_nombre} · NIT ${expense.num_doc}-${expense.digito}`,
    { x: inner.left, y: 52, width: 400 },
    { size: 9 },
  );
  line(
    pdf,
    `Recibo ${expense.recibo} · ${expense.fecha_gasto}`,
    { x: inner.left, y: 65, width: 400 },
    { size: 8, colour: colours.quiet },
  );
  line(
    pdf,
    formatMoney(expense.valor),
    { x: inner.right - 120, y: 34, width: 120 },
    {
      size: 13,
      bold: true,
      align: 'right',
    },
  );
  pdf.moveTo(inner.left, 82).lineTo(inner.right, 82).lineWidth(0.5).strokeColor(colours.line);
  pdf.stroke();
}

function drawNote(pdf: Pdf, text: string): void {
  pdf.roundedRect(frame.x, frame.y + 8, frame.width, 54, 4).fill(colours.stripe);
  styled(pdf, { size: 10 }).text(text, frame.x + 16, frame.y + 24, { width: frame.width - 32 });
}

/** A picture that cannot be read leaves a note in its place. */
function drawImage(pdf: Pdf, bytes: Buffer): void {
  try {
    pdf.image(bytes, frame.x, frame.y, {
      fit: [frame.width, frame.height],
      align: 'center',
      valign: 'center',
    });
  } catch {
    drawNote(pdf, notes.damaged);
  }
}

/** Draws the pages of every support; those of PDF files stay empty and are answered. */
export function drawAppendices(pdf: Pdf, appendices: readonly Appendix[]): Placeholder[] {
  const placeholders: Placeholder[] = [];
  for (const appendix of appendices) {
    const pages = appendix.kind === 'pdf' ? appendix.pages : 1;
    for (let sourcePage = 0; sourcePage < pages; sourcePage += 1) {
      pdf.addPage();
      const cut = appendix.kind === 'pdf' && appendix.isCut ? ', primeras páginas' : '';
      drawHead(pdf, appendix, pages > 1 ? ` (hoja ${sourcePage + 1} de ${pages}${cut})` : '');
      if (appendix.kind === 'image') drawImage(pdf, appendix.bytes);
      else if (appendix.kind === 'note') drawNote(pdf, appendix.text);
      else
        placeholders.push({
          page: pdf.bufferedPageRange().count - 1,
          source: appendix.source,
          sourcePage,
        });
    }
  }
  return placeholders;
}

/** The visible part of a page, upright, into the frame; measures of a PDF go from the bottom. */
async function embed(
  target: PDFDocument,
  { source, sourcePage }: Placeholder,
): Promise<{ embedded: PDFEmbeddedPage; angle: number }> {
  const page = source.getPage(sourcePage);
  const { x, y, width, height } = page.getCropBox();
  const embedded = await target.embedPage(page, {
    left: x,
    bottom: y,
    right: x + width,
    top: y + height,
  });
  // Unreadable content shows only when it is written: now it still can be noted.
  await embedded.embed();
  return { embedded, angle: (((page.getRotation().angle % 360) + 360) % 360) % 360 };
}

function place({ width, height }: { width: number; height: number }, angle: number) {
  const isTurned = angle === 90 || angle === 270;
  const [shownWidth, shownHeight] = isTurned ? [height, width] : [width, height];
  const scale = Math.min(frame.width / shownWidth, frame.height / shownHeight, 1.5);
  const left = frame.x + (frame.width - shownWidth * scale) / 2;
  const bottom = paper.height - frame.y - frame.height + (frame.height - shownHeight * scale) / 2;
  // Turned clockwise about its lower left corner, the page leaves the frame: it is moved back.
  const x = left + (angle === 180 || angle === 270 ? shownWidth * scale : 0);
  const y = bottom + (angle === 90 || angle === 180 ? shownHeight * scale : 0);
  return { x, y, xScale: scale, yScale: scale, rotate: degrees(-angle) };
}

/** Puts the pages of PDF supports into the document. */
export async function fillPlaceholders(
  bytes: Buffer,
  placeholders: readonly Placeholder[],
): Promise<Buffer> {
  if (placeholders.length === 0) return bytes;
  const target = await PDFDocument.load(bytes, { updateMetadata: false });
  for (const placeholder of placeholders) {
    const page = target.getPage(placeholder.page);
    try {
      const { embedded, angle } = await withinBound(() => embed(target, placeholder));
      page.drawPage(embedded, place(embedded, angle));
    } catch {
      page.drawText(notes.damaged, { x: frame.x, y: paper.height - frame.y - 24, size: 8 });
    }
  }
  return Buffer.from(await target.save());
}
