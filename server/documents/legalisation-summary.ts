/** The first pages of a legalisation: what the box is, its expenses, its totals and who signs. */
import { dateTimeInBogota } from '#machines/domain/dates.ts';
import { formatMoney } from '#machines/domain/money.ts';
import { boxStateOf, boxStates } from '#machines/domain/states.ts';
import type { LegalisedBox, LegalisedExpense } from '../repositories/legalisation.repository.ts';
import { colours, inner, line, paper, type Pdf, toneColours } from './legalisation-style.ts';
import { drawExpenses } from './legalisation-table.ts';

const orDash = (text: string | null): string => (text === null || text.trim() === '' ? '—' : text);

function drawTitle(pdf: Pdf, box: LegalisedBox): number {
  const { nombre, color } = boxStates[boxStateOf(box.active)];
  pdf.rect(0, 0, paper.width, 6).fill(colours.brand);
  line(
    pdf,
    'Legalización de caja menor',
    { x: inner.left, y: 34, width: 380 },
    { size: 19, bold: true, colour: colours.brand },
  );
  line(pdf, box.tienda, { x: inner.left, y: 59, width: 380 }, { size: 12, bold: true });
  const aside = { x: inner.right - 150, width: 150 };
  line(
    pdf,
    'Reembolso n.º',
    { ...aside, y: 34 },
    { size: 8, colour: colours.quiet, align: 'right' },
  );
  line(
    pdf,
    box.consecutivo === null ? '—' : String(box.consecutivo),
    { ...aside, y: 43 },
    { size: 19, bold: true, align: 'right' },
  );
  line(
    pdf,
    nombre,
    { ...aside, y: 66 },
    { size: 9, bold: true, colour: toneColours[color], align: 'right' },
  );
  return 88;
}

function factsOf(box: LegalisedBox): [label: string, value: string][] {
  return [
    ['Ciudad', box.ciudad],
    ['Dirección', box.direccion],
    ['Centro de costo', box.centro_costo],
    ['Responsable', orDash(box.responsable)],
    ['Supervisor', box.supervisor],
    ['Fecha de creación', box.fecha],
    ['Fecha de envío', box.enviada === null ? '—' : dateTimeInBogota(box.enviada)],
    ['Último movimiento', dateTimeInBogota(box.fecha_movimiento)],
    ['Empresa de envío', orDash(box.empresa)],
    ['Guía', orDash(box.codigo_soporte)],
  ];
}

/** Shares of the width: the names of people need the most. */
const factColumns = [0.88, 1, 0.82, 1.15, 1.15] as const;
const FACT_HEIGHT = 27;

function drawFacts(pdf: Pdf, box: LegalisedBox, y: number): number {
  const facts = factsOf(box);
  const rows = Math.ceil(facts.length / factColumns.length);
  pdf.roundedRect(inner.left, y, inner.width, rows * FACT_HEIGHT + 8, 4).fill(colours.stripe);
  let x: number = inner.left + 8;
  for (const [column, share] of factColumns.entries()) {
    const width = (inner.width * share) / factColumns.length;
    const inColumn = facts.filter((_, index) => index % factColumns.length === column);
    for (const [row, [label, value]] of inColumn.entries()) {
      const top = y + 8 + row * FACT_HEIGHT;
      line(pdf, label, { x, y: top, width: width - 10 }, { size: 6.8, colour: colours.quiet });
      line(pdf, value, { x, y: top + 9, width: width - 10 }, { size: 8.4 });
    }
    x += width;
  }
  return y + rows * FACT_HEIGHT + 8 + 10;
}

function drawTotals(pdf: Pdf, box: LegalisedBox, count: number, y: number): number {
  const width = inner.width / 4;
  const cards: [label: string, value: string, colour: string][] = [
    ['Gastos', String(count), colours.ink],
    ['Total solicitado', formatMoney(box.total), colours.ink],
    ['Total aprobado', formatMoney(box.total_aprobado), toneColours.success],
    ['No aprobado', formatMoney(box.total - box.total_aprobado), colours.ink],
  ];
  pdf.roundedRect(inner.left, y, inner.width, 40, 4).fill(colours.brandPale);
  for (const [index, [label, value, colour]] of cards.entries()) {
    const x = inner.left + 10 + index * width;
    line(pdf, label, { x, y: y + 8, width: width - 16 }, { size: 7, colour: colours.quiet });
    line(pdf, value, { x, y: y + 18, width: width - 16 }, { size: 13, bold: true, colour });
  }
  return y + 40 + 14;
}

function drawTableTotals(pdf: Pdf, box: LegalisedBox, y: number): number {
  line(pdf, 'Totales', { x: inner.left + 4, y: y + 7, width: 200 }, { size: 9, bold: true });
  const amount = (text: string, right: number) =>
    line(
      pdf,
      text,
      { x: right - 90, y: y + 7, width: 90 },
      { size: 9, bold: true, align: 'right' },
    );
  amount(formatMoney(box.total), inner.right - 140);
  amount(formatMoney(box.total_aprobado), inner.right - 86);
  return y + 24;
}

const SIGNATURES_HEIGHT = 92;

function drawSignatures(pdf: Pdf, box: LegalisedBox, y: number): void {
  const signers: [role: string, name: string][] = [
    ['Responsable de la tienda', orDash(box.responsable)],
    ['Supervisor', box.supervisor],
    ['Contabilidad', ''],
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
    line(pdf, name, { x, y: y + 72, width }, { size: 8, colour: colours.quiet });
  }
}

/** The signatures stay together, on a page of their own when the table leaves them no room. */
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
  y = drawTotals(pdf, box, expenses.length, y);
  y = drawExpenses(pdf, expenses, y);
  if (y + 24 > inner.bottom) {
    pdf.addPage();
    y = inner.top;
  }
  y = drawTableTotals(pdf, box, y);
  drawSignatures(pdf, box, signaturesTop(pdf, y));
}
