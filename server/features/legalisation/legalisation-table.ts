/** The expenses of a legalisation, over as many pages as they take. */
import { type BoxFigures, grantedOf, grantNoteOf } from '#machines/domain/fund/fund.ts';
import { formatMoney } from '#machines/domain/values/money.ts';
import { expenseFactsAt } from '#machines/domain/expense/expense-places.ts';
import { isRejected } from '#machines/domain/box/states.ts';
import type { LegalisedExpense } from './legalisation.repository.ts';
import {
  amount,
  colours,
  heightOf,
  inner,
  line,
  type Pdf,
  printable,
  quiet,
  type TextStyle,
  toneColours,
  styled,
} from './legalisation-style.ts';

/** A paragraph of a cell, under the one before it. */
interface Paragraph {
  text: string;
  style: TextStyle;
}

interface Column {
  title: string;
  width: number;
  /** An amount: on the right, in one line, whole. */
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

/** An amount in centavos, or that nobody has decided it. */
const amountOrDash = (centavos: number | null): string =>
  centavos === null ? '—' : formatMoney(centavos);

const receiptCell = ({ recibo, numero_factura }: LegalisedExpense): Paragraph[] => [
  main(recibo),
  ...(numero_factura === '' ? [] : [detail(`Factura ${numero_factura}`)]),
];

function decisionCell(expense: LegalisedExpense): Paragraph[] {
  const { active, estado, motivo } = expense;
  const { nombre, color } = expenseFactsAt(active, estado);
  const decided = main(nombre, { size: 7.4, bold: true, colour: toneColours[color] });
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

/** With the place of its text: the left of a column is where the one before it ends. */
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

/** A cell is never higher than this, so that every row fits on a page. */
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

export const TOTALS_HEIGHT = 24;

/** The sums under the columns that they belong to. @returns where they end */
export function drawTableTotals(pdf: Pdf, { requested, granted }: BoxFigures, y: number): number {
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
 * Draws the table from `y` on; every page it reaches begins with the head of the table.
 *
 * @returns where it ended on the last page
 */
export function drawExpenses(pdf: Pdf, expenses: readonly LegalisedExpense[], y: number): number {
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
