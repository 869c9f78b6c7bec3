/** The first pages of a legalisation: what the box is, its expenses, its totals and who signs. */
import { dateTimeInBogota } from '#machines/domain/values/bogota-time.ts';
import { accountOf, type FigureLine, figuresOf } from '#machines/domain/fund/fund.ts';
import { boxStateOf, boxStates } from '#machines/domain/box/states.ts';
import type { LegalisedBox, LegalisedExpense } from './legalisation.repository.ts';
import {
  amount,
  colours,
  inner,
  line,
  linesOf,
  onTheLeft,
  onTheRight,
  paper,
  type Pdf,
  quiet,
  type TextStyle,
  toneColours,
} from './legalisation-style.ts';
import { drawExpenses, drawTableTotals, TOTALS_HEIGHT } from './legalisation-table.ts';

const orDash = (text: string | null): string => (text === null || text.trim() === '' ? '—' : text);

function drawTitle(pdf: Pdf, box: LegalisedBox): number {
  const { nombre, color } = boxStates[boxStateOf(box.active)];
  pdf.rect(0, 0, paper.width, 6).fill(colours.brand);
  const title: TextStyle = { size: 19, bold: true };
  line(pdf, 'Legalización de caja menor', onTheLeft(34, 380), { ...title, colour: colours.brand });
  const store = { size: 12, bold: true };
  const lines = linesOf(pdf, box.tienda, 370, store, 3);
  line(pdf, box.tienda, onTheLeft(59, 370), store, lines);
  line(pdf, 'Reembolso n.º', onTheRight(34, 150), quiet(8, 'right'));
  line(pdf, `${box.consecutivo ?? '—'}`, onTheRight(43, 150), { ...title, align: 'right' });
  const state: TextStyle = { size: 9, bold: true, colour: toneColours[color], align: 'right' };
  line(pdf, nombre, onTheRight(66, 150), state);
  return 74 + lines * 14;
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

/** Shares of the width: the names of people need the most. */
const factColumns = [0.88, 1, 0.82, 1.15, 1.15] as const;
const FACT: TextStyle = { size: 8.4 };
/** Lines of a fact at most: the longest address that a store may have. */
const FACT_LINES = 10;
const FACT_LINE = 10;

/** Each row is as high as its longest value. */
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
    const colour = index === account.length ? toneColours.success : colours.ink;
    const place = { x: inner.left + 10 + index * width, width: width - 16 };
    line(pdf, label, { ...place, y: y + 8 }, quiet(7));
    amount(pdf, value, { ...place, y: y + 18 }, { size: 13, bold: true, colour });
  }
  return y + 40 + 14;
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

/** The signatures stay together, on a page of their own when the table leaves them no space. */
function signaturesTop(pdf: Pdf, y: number): number {
  if (y + SIGNATURES_HEIGHT <= inner.bottom) return y;
  pdf.addPage();
  return inner.top;
}

/** Draws from the first page, which is there already, to the signatures. */
export function drawSummary(
  pdf: Pdf,
  box: LegalisedBox,
  expenses: readonly LegalisedExpense[],
): void {
  let y = drawTitle(pdf, box);
  y = drawFacts(pdf, box, y);
  y = drawTotals(pdf, accountOf(expenses, box.active), expenses.length, y);
  y = drawExpenses(pdf, expenses, y);
  if (y + TOTALS_HEIGHT > inner.bottom) {
    pdf.addPage();
    y = inner.top;
  }
  y = drawTableTotals(pdf, figuresOf(expenses), y);
  drawSignatures(pdf, box, signaturesTop(pdf, y));
}
