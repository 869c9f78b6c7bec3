/** Receipts of the demonstration: an invoice as PDF or a photographed till receipt; equal papers give equal files. */
import PDFDocument from 'pdfkit';
import { momentInBogota } from '#machines/domain/values/bogota-time.ts';
import { formatMoney, toCentavos } from '#machines/domain/values/money.ts';
import { collected, drawFirstPage } from '../../platform/files/pdf-pages.ts';
import { withPdfium } from '../../platform/files/pdfium.ts';
import { demoSuppliers, type PurchaseKey, purchaseModels } from './demo-data.ts';
import type { SeededRandom } from './seeded-random.ts';

/** Data that a receipt shows besides the supplier; `valor` in pesos, `fecha` as 'yyyy-MM-dd'. */
interface Shown {
  numero: string;
  fecha: string;
  hora: string;
  ciudad: string;
  cliente: string;
  valor: number;
}

/** Every value is a multiple of this number of pesos. */
export const PESOS_STEP = 50;

/** Splits an amount into `count` parts, all multiples of `step` except the first. */
export function partsOf(amount: number, count: number, step: number): number[] {
  const share = Math.floor(amount / count / step) * step;
  return Array.from({ length: count }, (_, index) =>
    index === 0 ? amount - share * (count - 1) : share,
  );
}

/** Content of the receipt of a purchase. */
export function paperOf(model: PurchaseKey, { valor, ...shown }: Shown) {
  const { supplier, items } = purchaseModels[model];
  const parts = partsOf(valor, items.length, PESOS_STEP);
  const lines = parts.map((part, index) => ({ texto: items[index] ?? '', valor: part }));
  return { ...shown, supplier: demoSuppliers[supplier], items: lines, total: valor };
}

type Paper = ReturnType<typeof paperOf>;

/** Points. */
const [WIDTH, LINE, EDGE] = [384, 22, 28];
const INK = '#262626';
/** Memory limit in megabytes of the engine that draws a receipt. */
const MEMORY = 256;

type Line = readonly [left: string, right?: string] | { centre: string };

const rule: Line = { centre: '-'.repeat(28) };

/** Truncates a text to a number of letters. */
const short = (text: string, letters: number): string =>
  text.length > letters ? `${text.slice(0, letters - 1)}.` : text;

const money = (pesos: number): string => formatMoney(toCentavos(pesos));

const linesOf = (kind: string, { supplier, items, ...paper }: Paper): Line[] => [
  { centre: short(supplier.nombre, 28) },
  { centre: `NIT ${supplier.num_doc}-${supplier.digito}` },
  { centre: short(supplier.direccion, 28) },
  { centre: paper.ciudad },
  rule,
  [kind, paper.numero],
  [paper.fecha, paper.hora],
  ['Cliente', short(paper.cliente, 20)],
  rule,
  ...items.map(({ texto, valor }): Line => [short(texto, 16), money(valor)]),
  rule,
  ['TOTAL', money(paper.total)],
  ['Efectivo', money(paper.total)],
  rule,
  { centre: 'Gracias por su compra' },
  { centre: 'Demostración, sin validez' },
];

/** @param desk colours of the desk under a photographed receipt, and of the shadow of the receipt */
function page(kind: string, paper: Paper, desk?: readonly [colour: string, shadow: string]) {
  const lines = linesOf(kind, paper);
  const height = lines.length * LINE + 2 * EDGE;
  const edge = desk ? EDGE : 0;
  const pdf = new PDFDocument({
    size: [WIDTH + 2 * edge, height + 2 * edge],
    margin: 0,
    info: {
      Title: `${kind} ${paper.numero}`,
      Author: paper.supplier.nombre,
      CreationDate: momentInBogota(paper.fecha, paper.hora),
    },
  });
  if (desk) {
    pdf.rect(0, 0, WIDTH + 2 * edge, height + 2 * edge).fill(desk[0]);
    pdf.rect(edge + 6, edge + 7, WIDTH, height).fill(desk[1]);
  }
  pdf.rect(edge, edge, WIDTH, height).fill('#f7f7f7');
  pdf.font('Courier').fillColor(INK).fontSize(17);
  for (const [index, line] of lines.entries()) {
    const print = (text: string, align: 'left' | 'right' | 'center') =>
      pdf.text(text, edge + 18, edge + EDGE + index * LINE, { width: WIDTH - 36, align });
    if ('centre' in line) print(line.centre, 'center');
    else {
      print(line[0], 'left');
      print(line[1] ?? '', 'right');
    }
  }
  return collected(pdf);
}

export const invoiceFile = (paper: Paper): Promise<Buffer> => page('Factura de venta', paper);

/** Greyscale picture of a till receipt. */
export async function receiptPicture(paper: Paper, random: SeededRandom) {
  const desk = random.pick([
    ['#a8a8a8', '#868686'],
    ['#c4c4c4', '#9c9c9c'],
  ] as const);
  const drawn = await page('Recibo', paper, desk);
  return (await withPdfium(MEMORY, (pdfium) => drawFirstPage(pdfium, drawn))).grayscale();
}
