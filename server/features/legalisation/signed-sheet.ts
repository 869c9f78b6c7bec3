/** A sheet with facts and lines to sign: of a vale, of a movement of a fund, of a payment. Lengths in points. */
import { toDate } from 'date-fns';
import PDFDocument from 'pdfkit';
import { dateTimeInBogota } from '#machines/domain/values/bogota-time.ts';
import { formatMoney } from '#machines/domain/values/money.ts';
import { collected } from '../../platform/files/pdf-pages.ts';
import {
  amount,
  colours,
  drawLogo,
  heightOf,
  inner,
  line,
  onTheLeft,
  onTheRight,
  paper,
  type Pdf,
  quiet,
} from './legalisation-style.ts';

export interface SignedSheet {
  title: string;
  /** Beneath the title: the store and the company. */
  subtitle: string;
  /** Of the company; '' without one. */
  logo: string;
  /** Centavos. */
  valor: number;
  /** In the order of the page; one without a text is left out. */
  facts: readonly (readonly [label: string, text: string])[];
  /** Below the facts; '' without one. */
  note?: string;
  /** Labels of the lines to sign. */
  signatures: readonly string[];
  /** Default: a whole page. */
  isHalfPage?: boolean;
}

export const underTitle = (...texts: string[]): string => texts.filter(Boolean).join(' · ');

const LABEL = 130;
const FACT = { size: 10 };
/** From the last fact to the lines to sign. */
const TO_SIGN = 56;
const GAP = 24;

const rule = (pdf: Pdf, x: number, y: number, width: number, colour: string): void => {
  pdf
    .moveTo(x, y)
    .lineTo(x + width, y)
    .lineWidth(0.5)
    .strokeColor(colour)
    .stroke();
};

/** @returns the position below the facts */
function drawFacts(pdf: Pdf, facts: SignedSheet['facts'], top: number): number {
  let y = top;
  for (const [label, text] of facts.filter(([, given]) => given !== '')) {
    const at = { x: inner.left + LABEL, y: y + 6, width: inner.width - LABEL };
    rule(pdf, inner.left, y, inner.width, colours.line);
    line(pdf, label, onTheLeft(y + 6, LABEL - 10), quiet(10));
    line(pdf, text, at, FACT, 6);
    y += Math.min(heightOf(pdf, text, at.width, FACT), 6 * pdf.currentLineHeight(true)) + 12;
  }
  return y;
}

/** @param now epoch milliseconds of the print */
export function drawSignedSheet(sheet: SignedSheet, now: number): Promise<Buffer> {
  const { title, subtitle, logo, valor, facts, note = '', signatures, isHalfPage = false } = sheet;
  const height = isHalfPage ? paper.height / 2 : paper.height;
  const pdf = new PDFDocument({
    size: [paper.width, height],
    // Every position is explicit; no text may flow onto an automatic page.
    margin: 0,
    lang: 'es-CO',
    displayTitle: true,
    info: { Title: title, Author: 'Caja menor', CreationDate: toDate(now) },
  });
  pdf.rect(0, 0, paper.width, 6).fill(colours.brand);
  const heading = { size: 15, bold: true, colour: colours.brand };
  const top = drawLogo(pdf, logo);
  line(pdf, title, onTheLeft(top + 32, 370), heading);
  amount(pdf, formatMoney(valor), onTheRight(top + 32, 150), { ...heading, align: 'right' });
  line(pdf, subtitle, onTheLeft(top + 54, inner.width), FACT);
  const below = drawFacts(pdf, facts, top + 80);
  line(pdf, note, onTheLeft(below + 6, inner.width), quiet(9));
  const width = (inner.width - GAP * (signatures.length - 1)) / signatures.length;
  for (const [place, label] of signatures.entries()) {
    const x = inner.left + place * (width + GAP);
    rule(pdf, x, below + TO_SIGN, width, colours.ink);
    line(pdf, label, { x, y: below + TO_SIGN + 6, width }, quiet(9));
  }
  const printed = `Impreso el ${dateTimeInBogota(now)}`;
  line(pdf, printed, onTheLeft(height - 24, inner.width), quiet(7));
  return collected(pdf);
}
