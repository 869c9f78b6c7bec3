import { boxStateOf, boxStates, isRejected, stateTones } from '#machines/domain/stages/states.ts';
import { expenseFactsAt } from '#machines/domain/expense/expense-places.ts';
import {
  accountOf,
  type BoxFigures,
  type FigureLine,
  figuresOf,
  grantedOf,
  grantNoteOf,
} from '#machines/domain/fund/fund.ts';
import { dateTimeInBogota } from '#machines/domain/values/bogota-time.ts';
import { formatMoney } from '#machines/domain/values/money.ts';
import type { LegalisedBox, LegalisedExpense } from './legalisation.repository.ts';
import {
  amount,
  colours,
  drawLogo,
  heightOf,
  inner,
  line,
  linesOf,
  onTheLeft,
  onTheRight,
  type Pdf,
  paper,
  printable,
  quiet,
  styled,
  type TextStyle,
} from './legalisation-style.ts';

/** Table of the expenses of a legalisation, over as many pages as needed. */

/** A paragraph of a cell, drawn below the previous one. */
interface Paragraph {
  text: string;
  style: TextStyle;
}

interface Column {
  title: string;
  width: number;
  /** An amount: right-aligned, on one line, never cut. */
  isAmount?: true;
  cell: (expense: LegalisedExpense, index: number) => Paragraph[];
}

const SIZE = 8;
const SMALL = 6.8;
const PADDING = { x: 4, y: 4.5 };

const main = (text: string, style: Partial<TextStyle> = {}): Paragraph => ({
  text,
  style: { size: SIZE, ...style },
});
const detail = (text: string): Paragraph => ({ text, style: quiet(SMALL) });

/** Formats centavos; a dash for an amount that is not decided. */
const amountOrDash = (centavos: number | null): string =>
  centavos === null ? '—' : formatMoney(centavos);

const receiptCell = ({ recibo, numero_factura }: LegalisedExpense): Paragraph[] => [
  main(recibo),
  ...(numero_factura === '' ? [] : [detail(`Factura ${numero_factura}`)]),
];

function decisionCell(expense: LegalisedExpense): Paragraph[] {
  const { active, estado, motivo } = expense;
  const { nombre, color } = expenseFactsAt(active, estado);
  const decided = main(nombre, { size: 7.4, bold: true, colour: stateTones[color].ink });
  const note = isRejected(estado) ? motivo : grantNoteOf(expense);
  return note ? [decided, detail(note)] : [decided];
}

const contents: readonly Column[] = [
  {
    title: '#',
    width: 20,
    cell: (_, index) => [main(String(index + 1), { colour: colours.quiet })],
  },
  { title: 'Fecha', width: 50, cell: ({ fecha_gasto }) => [main(fecha_gasto)] },
  {
    title: 'Proveedor',
    width: 106,
    cell: ({ proveedor_nombre, num_doc, digito }) => [
      main(proveedor_nombre, { bold: true }),
      detail(`NIT ${num_doc}${digito === '' ? '' : `-${digito}`}`),
    ],
  },
  { title: 'Recibo', width: 62, cell: receiptCell },
  { title: 'Categorías', width: 74, cell: ({ categorias }) => [main(categorias.join(', '))] },
  { title: 'Valor', width: 72, isAmount: true, cell: ({ valor }) => [main(formatMoney(valor))] },
  {
    title: 'Aprobado',
    width: 72,
    isAmount: true,
    cell: (expense) => [main(amountOrDash(grantedOf(expense)), { bold: true })],
  },
  { title: 'Decisión', width: 76, cell: decisionCell },
];

/** Columns with the position of their text; each column starts where the previous one ends. */
const columns = contents.map((column, index) => {
  const before = contents.slice(0, index).reduce((sum, { width }) => sum + width, 0);
  const x = inner.left + before + PADDING.x;
  return { ...column, place: { x, width: column.width - 2 * PADDING.x } };
});

const HEAD_HEIGHT = 20;

function drawHead(pdf: Pdf, y: number): number {
  pdf.rect(inner.left, y, inner.width, HEAD_HEIGHT).fill(colours.brand);
  for (const { title, place, isAmount } of columns) {
    const align = isAmount ? 'right' : 'left';
    const style: TextStyle = { size: SIZE, colour: colours.white, bold: true, align };
    line(pdf, title, { ...place, y: y + 6 }, style);
  }
  return y + HEAD_HEIGHT;
}

/** Maximum height of a paragraph in a cell, in points, so that every row fits on a page. */
const HIGHEST_CELL = 120;

interface LaidCell {
  column: (typeof columns)[number];
  paragraphs: { paragraph: Paragraph; height: number }[];
}

function layRow(
  pdf: Pdf,
  expense: LegalisedExpense,
  index: number,
): { cells: LaidCell[]; height: number } {
  const cells = columns.map(
    (column): LaidCell => ({
      column,
      paragraphs: column.cell(expense, index).map((paragraph) => {
        const height = heightOf(pdf, paragraph.text, column.place.width, paragraph.style);
        return { paragraph, height: Math.min(HIGHEST_CELL, height) };
      }),
    }),
  );
  const tallest = Math.max(
    ...cells.map(({ paragraphs }) => paragraphs.reduce((sum, { height }) => sum + height, 0)),
  );
  return { cells, height: tallest + 2 * PADDING.y };
}

function drawRow(pdf: Pdf, row: ReturnType<typeof layRow>, y: number, isStriped: boolean): void {
  if (isStriped) pdf.rect(inner.left, y, inner.width, row.height).fill(colours.stripe);
  for (const { column, paragraphs } of row.cells) {
    let top = y + PADDING.y;
    for (const { paragraph, height } of paragraphs) {
      const place = { ...column.place, y: top };
      if (column.isAmount)
        amount(pdf, paragraph.text, place, { ...paragraph.style, align: 'right' });
      else
        styled(pdf, paragraph.style).text(printable(paragraph.text), place.x, top, {
          width: place.width,
          height,
          ellipsis: true,
        });
      top += height;
    }
  }
  pdf
    .moveTo(inner.left, y + row.height)
    .lineTo(inner.right, y + row.height)
    .lineWidth(0.5)
    .strokeColor(colours.line)
    .stroke();
}

const TOTALS_HEIGHT = 24;

/** Draws each sum below its column. @returns the y coordinate below the totals */
function drawTableTotals(pdf: Pdf, { requested, granted }: BoxFigures, y: number): number {
  const sums: Record<string, number> = { Valor: requested, Aprobado: granted };
  const style = { size: 9, bold: true };
  line(pdf, 'Totales', { x: inner.left + PADDING.x, y: y + 7, width: 200 }, style);
  for (const { title, place } of columns) {
    const sum = sums[title];
    if (sum !== undefined)
      amount(pdf, formatMoney(sum), { ...place, y: y + 7 }, { ...style, align: 'right' });
  }
  return y + TOTALS_HEIGHT;
}

/**
 * Draws the table from `y` on; its header is repeated on every page.
 *
 * @returns the y coordinate of its end on the last page
 */
function drawExpenses(pdf: Pdf, expenses: readonly LegalisedExpense[], y: number): number {
  let top = drawHead(pdf, y);
  for (const [index, expense] of expenses.entries()) {
    const row = layRow(pdf, expense, index);
    if (top + row.height > inner.bottom) {
      pdf.addPage();
      top = drawHead(pdf, inner.top);
    }
    drawRow(pdf, row, top, index % 2 === 1);
    top += row.height;
  }
  return top;
}

/** First pages of a legalisation: facts of the box, expenses, totals and signatures. */

const orDash = (text: string | null): string => (text === null || text.trim() === '' ? '—' : text);

function drawTitle(pdf: Pdf, box: LegalisedBox): number {
  const { nombre, color } = boxStates[boxStateOf(box.active)];
  pdf.rect(0, 0, paper.width, 6).fill(colours.brand);
  const top = drawLogo(pdf, box.logo);
  const title: TextStyle = { size: 19, bold: true };
  line(pdf, box.compania, onTheLeft(top + 18, inner.width), quiet(8));
  const heading = { ...title, colour: colours.brand };
  line(pdf, 'Legalización de caja menor', onTheLeft(top + 34, 380), heading);
  const store = { size: 12, bold: true };
  const lines = linesOf(pdf, box.tienda, 370, store, 3);
  line(pdf, box.tienda, onTheLeft(top + 59, 370), store, lines);
  line(pdf, 'Caja n.º', onTheRight(top + 34, 150), quiet(8, 'right'));
  line(pdf, `${box.consecutivo ?? '—'}`, onTheRight(top + 43, 150), { ...title, align: 'right' });
  const state: TextStyle = { size: 9, bold: true, colour: stateTones[color].ink, align: 'right' };
  line(pdf, nombre, onTheRight(top + 66, 150), state);
  return top + 74 + lines * 14;
}

function factsOf(box: LegalisedBox): [label: string, value: string][] {
  return [
    ['Ciudad', box.ciudad],
    ['Dirección', box.direccion],
    ['Centro de costo', box.centro_costo],
    ['Responsable', orDash(box.responsable)],
    ['Supervisor', box.decide_supervisor ?? box.supervisor],
    ['Fecha de creación', box.fecha],
    ['Fecha de envío', box.enviada === null ? '—' : dateTimeInBogota(box.enviada)],
    ['Último movimiento', dateTimeInBogota(box.fecha_movimiento)],
    ['Empresa de envío', orDash(box.empresa)],
    ['Guía', orDash(box.codigo_soporte)],
  ];
}

/** Relative widths; names of people need the most. */
const factColumns = [0.88, 1, 0.82, 1.15, 1.15] as const;
const FACT: TextStyle = { size: 8.4 };
/** Maximum number of lines of a fact: the longest address that a store may have. */
const FACT_LINES = 10;
const FACT_LINE = 10;

/** Draws the facts; each row is as high as its longest value. */
function drawFacts(pdf: Pdf, box: LegalisedBox, y: number): number {
  const facts = factsOf(box);
  const widths = factColumns.map((share) => (inner.width * share) / factColumns.length);
  const cells = facts.map(([label, value], index) => {
    const column = index % widths.length;
    const width = (widths[column] ?? 0) - 10;
    return { label, value, column, width, lines: linesOf(pdf, value, width, FACT, FACT_LINES) };
  });
  const rows = [cells.slice(0, widths.length), cells.slice(widths.length)].map((row) => ({
    row,
    height: 17 + FACT_LINE * Math.max(...row.map(({ lines }) => lines)),
  }));
  const height = rows.reduce((sum, row) => sum + row.height, 8);
  pdf.roundedRect(inner.left, y, inner.width, height, 4).fill(colours.stripe);
  let top = y + 8;
  for (const { row, height: rowHeight } of rows) {
    let x: number = inner.left + 8;
    for (const { label, value, column, width, lines } of row) {
      line(pdf, label, { x, y: top, width }, quiet(6.8));
      line(pdf, value, { x, y: top + 9, width }, FACT, lines);
      x += widths[column] ?? 0;
    }
    top += rowHeight;
  }
  return top + 10;
}

/** The figures of the box as its screens show them. */
function drawTotals(pdf: Pdf, account: readonly FigureLine[], count: number, y: number): number {
  const cards = [{ label: 'Gastos', amount: String(count) }, ...account];
  const width = inner.width / cards.length;
  pdf.roundedRect(inner.left, y, inner.width, 40, 4).fill(colours.brandPale);
  for (const [index, { label, amount: value }] of cards.entries()) {
    const colour = index === account.length ? stateTones.success.ink : colours.ink;
    const place = { x: inner.left + 10 + index * width, width: width - 16 };
    line(pdf, label, { ...place, y: y + 8 }, quiet(7));
    amount(pdf, value, { ...place, y: y + 18 }, { size: 13, bold: true, colour });
  }
  return y + 40 + 14;
}

/** Draws when and how the store was paid; nothing before that. */
function drawPayment(pdf: Pdf, { pago }: LegalisedBox, y: number): number {
  if (pago === '') return y;
  const style: TextStyle = { size: 9, bold: true, colour: stateTones.success.ink };
  const lines = linesOf(pdf, pago, inner.width, style, 2);
  line(pdf, pago, onTheLeft(y - 6, inner.width), style, lines);
  return y + 12 * lines;
}

const SIGNATURES_HEIGHT = 92;

function drawSignatures(pdf: Pdf, box: LegalisedBox, y: number): void {
  const signers: [role: string, name: string][] = [
    ['Responsable de la tienda', orDash(box.responsable)],
    ['Supervisor', box.decide_supervisor ?? box.supervisor],
    ['Contabilidad', box.decide_contabilidad ?? ''],
  ];
  const gap = 24;
  const width = (inner.width - gap * (signers.length - 1)) / signers.length;
  for (const [index, [role, name]] of signers.entries()) {
    const x = inner.left + index * (width + gap);
    pdf
      .moveTo(x, y + 56)
      .lineTo(x + width, y + 56)
      .lineWidth(0.75)
      .strokeColor(colours.ink);
    pdf.stroke();
    line(pdf, role, { x, y: y + 61, width }, { size: 8, bold: true });
    line(pdf, name, { x, y: y + 72, width }, quiet(8), 2);
  }
}

/** Top of the signatures, which move to a new page when they do not fit. */
function signaturesTop(pdf: Pdf, y: number): number {
  if (y + SIGNATURES_HEIGHT <= inner.bottom) return y;
  pdf.addPage();
  return inner.top;
}

/** Draws everything from the first page, which already exists, to the signatures. */
export function drawSummary(
  pdf: Pdf,
  box: LegalisedBox,
  expenses: readonly LegalisedExpense[],
): void {
  let y = drawTitle(pdf, box);
  y = drawFacts(pdf, box, y);
  y = drawTotals(pdf, accountOf(expenses, box.active), expenses.length, y);
  y = drawPayment(pdf, box, y);
  y = drawExpenses(pdf, expenses, y);
  if (y + TOTALS_HEIGHT > inner.bottom) {
    pdf.addPage();
    y = inner.top;
  }
  y = drawTableTotals(pdf, figuresOf(expenses), y);
  drawSignatures(pdf, box, signaturesTop(pdf, y));
}
