import PDFDocument from 'pdfkit';
import type { Sharp } from 'sharp';
import { formatMoney } from '#machines/domain/values/money.ts';
import { collected, drawFirstPage } from '../../../platform/files/pdf-pages.ts';
import { withPdfium } from '../../../platform/files/pdfium.ts';
import type { SeededRandom } from '../seeded-random.ts';
import type { Paper } from './paper.ts';

/** Points of the desk and of the sheet on it. */
const DESK = 440;
const SHEET = { x: 28, y: 26, width: 384 };
const LINE = 22;
const INK = '#262626';

/** Megabytes of the engine that draws a receipt. */
const MEMORY = 256;

interface Line {
  left?: string;
  right?: string;
  centre?: string;
  size?: number;
}

const rule = { centre: '-'.repeat(28) };

/** Cuts a text to the letters that fit beside a price. */
const short = (text: string, letters: number): string =>
  text.length > letters ? `${text.slice(0, letters - 1)}.` : text;

const linesOf = ({ supplier, numero, fecha, hora, cliente, items, total }: Paper): Line[] => [
  { centre: short(supplier.nombre, 28) },
  { centre: `NIT ${supplier.num_doc}-${supplier.digito}` },
  { centre: short(supplier.direccion, 28) },
  { centre: supplier.ciudad },
  rule,
  { left: 'Recibo', right: numero },
  { left: fecha, right: hora },
  { left: 'Cliente', right: short(cliente, 20) },
  rule,
  ...items.map(({ texto, valor }) => ({ left: short(texto, 16), right: formatMoney(valor) })),
  rule,
  { left: 'TOTAL', right: formatMoney(total), size: 24 },
  {},
  { left: 'Efectivo', right: formatMoney(total) },
  rule,
  { centre: 'Gracias por su compra' },
];

function printBars(pdf: PDFKit.PDFDocument, random: SeededRandom, y: number): void {
  const end = SHEET.x + SHEET.width - 90;
  for (let x = SHEET.x + 90; x < end; ) {
    const width = random.between(1, 4);
    pdf.rect(x, y, width, 42).fill(INK);
    x += width + random.between(2, 5);
  }
}

/** A till receipt on a desk, as a page. */
function receiptPage(paper: Paper, random: SeededRandom): Promise<Buffer> {
  const lines = linesOf(paper);
  const height = lines.length * LINE + 130;
  const pdf = new PDFDocument({ size: [DESK, height + 2 * SHEET.y], margin: 0 });
  pdf.rect(0, 0, DESK, height + 2 * SHEET.y).fill('#a8a8a8');
  pdf.rect(SHEET.x + 6, SHEET.y + 7, SHEET.width, height).fill('#868686');
  pdf.rect(SHEET.x, SHEET.y, SHEET.width, height).fill('#f7f7f7');
  pdf.font('Courier').fillColor(INK);
  for (const [index, { left, right, centre, size = 17 }] of lines.entries()) {
    const y = SHEET.y + 22 + index * LINE;
    const print = (text = '', align: 'left' | 'right' | 'center') =>
      pdf.fontSize(size).text(text, SHEET.x + 18, y, { width: SHEET.width - 36, align });
    print(left, 'left');
    print(right, 'right');
    print(centre, 'center');
  }
  printBars(pdf, random, SHEET.y + 30 + lines.length * LINE);
  return collected(pdf);
}

/** The picture of a till receipt on a desk, in shades of grey; equal papers and bars give equal pictures. */
export async function receiptPicture(paper: Paper, random: SeededRandom): Promise<Sharp> {
  const page = await receiptPage(paper, random);
  return (await withPdfium(MEMORY, (pdfium) => drawFirstPage(pdfium, page))).grayscale();
}
