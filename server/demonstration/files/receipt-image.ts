import { formatMoney } from '#machines/domain/money.ts';
import type { SeededRandom } from '../seeded-random.ts';
import { blankImage, fillRectangle, type GrayImage } from './gray-image.ts';
import type { Paper } from './paper.ts';
import { printText, textWidth } from './printer-font.ts';

const WIDTH = 440;
const PAPER = { left: 28, width: 384, top: 26 };
const PADDING = 18;
const LINE = 22;
const DESK = 168;
const SHEET = 247;
const INK = 38;

interface Line {
  left?: string;
  right?: string;
  centre?: string;
  dot?: number;
}

const rule = '-'.repeat(28);

/** Cuts a text to the letters that fit beside a price. */
const short = (text: string, letters: number): string =>
  text.length > letters ? `${text.slice(0, letters - 1)}.` : text;

const linesOf = (paper: Paper): Line[] => [
  { centre: short(paper.supplier.nombre, 28) },
  { centre: `NIT ${paper.supplier.num_doc}-${paper.supplier.digito}` },
  { centre: short(paper.supplier.direccion, 28) },
  { centre: paper.supplier.ciudad },
  { centre: rule },
  { left: 'RECIBO', right: paper.numero },
  { left: paper.fecha, right: paper.hora },
  { left: 'CLIENTE', right: short(paper.cliente, 20) },
  { centre: rule },
  ...paper.items.map(({ texto, valor }) => ({ left: short(texto, 16), right: formatMoney(valor) })),
  { centre: rule },
  { left: 'TOTAL', right: formatMoney(paper.total), dot: 3 },
  {},
  { left: 'EFECTIVO', right: formatMoney(paper.total) },
  { centre: rule },
  { centre: 'GRACIAS POR SU COMPRA' },
];

function printLine(image: GrayImage, line: Line, y: number): void {
  const dot = line.dot ?? 2;
  const left = PAPER.left + PADDING;
  const right = PAPER.left + PAPER.width - PADDING;
  const print = (text: string, x: number) => printText(image, text, { x, y, dot, shade: INK });
  if (line.left !== undefined) print(line.left, left);
  if (line.right !== undefined) print(line.right, right - textWidth(line.right, dot));
  if (line.centre !== undefined)
    print(line.centre, Math.round((left + right - textWidth(line.centre, dot)) / 2));
}

function printBars(image: GrayImage, random: SeededRandom, y: number): void {
  let x = PAPER.left + 90;
  while (x < PAPER.left + PAPER.width - 90) {
    const width = random.between(1, 4);
    fillRectangle(image, { x, y, width, height: 42 }, INK);
    x += width + random.between(2, 5);
  }
}

/** The sheet is torn off at its lower end. */
function tear(image: GrayImage, bottom: number): void {
  const tooth = 8;
  for (let x = 0; x < PAPER.width; x += 1) {
    const inTooth = x % (2 * tooth);
    const depth = inTooth < tooth ? inTooth : 2 * tooth - inTooth;
    fillRectangle(image, { x: PAPER.left + x, y: bottom - depth, width: 1, height: depth }, DESK);
  }
}

/** Grain of a photograph, which also makes every picture another file. */
function addGrain(image: GrayImage, random: SeededRandom): void {
  for (let spot = 0; spot < 900; spot += 1) {
    const index = random.between(0, image.pixels.length - 1);
    image.pixels[index] = Math.max(0, (image.pixels[index] ?? 0) - random.between(6, 22));
  }
}

/** The photograph of a till receipt on a desk. */
export function receiptImage(paper: Paper, random: SeededRandom): GrayImage {
  const lines = linesOf(paper);
  const sheetHeight = lines.length * LINE + 130;
  const image = blankImage(WIDTH, sheetHeight + 2 * PAPER.top, DESK);
  const sheet = { x: PAPER.left, y: PAPER.top, width: PAPER.width, height: sheetHeight };
  fillRectangle(image, { ...sheet, x: sheet.x + 6, y: sheet.y + 7 }, DESK - 34);
  fillRectangle(image, sheet, SHEET);
  tear(image, PAPER.top + sheetHeight);
  for (const [index, line] of lines.entries())
    printLine(image, line, PAPER.top + 22 + index * LINE);
  printBars(image, random, PAPER.top + 30 + lines.length * LINE);
  addGrain(image, random);
  return image;
}
