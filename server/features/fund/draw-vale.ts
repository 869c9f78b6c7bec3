/** A vale on paper: half a letter page, signed by who gives and by who receives the cash. */
import PDFDocument from 'pdfkit';
import { shortDate } from '#machines/domain/values/bogota-time.ts';
import { formatMoney } from '#machines/domain/values/money.ts';
import { collected } from '../../platform/files/pdf-pages.ts';
import type { ValeRow } from '../cases/vale.repository.ts';
import {
  amount,
  colours,
  inner,
  line,
  onTheLeft,
  onTheRight,
  paper,
  quiet,
} from '../legalisation/legalisation-style.ts';

interface PrintedVale extends ValeRow {
  tienda: string;
  /** Who gave it. */
  dio: string;
}

export function drawVale(vale: PrintedVale): Promise<Buffer> {
  const { id, valor, persona, motivo, dia, tienda, dio } = vale;
  const pdf = new PDFDocument({
    size: [paper.width, paper.height / 2],
    margin: 0,
    info: { Title: `Vale de caja menor ${id}` },
  });
  pdf.rect(0, 0, paper.width, 6).fill(colours.brand);
  const title = { size: 15, bold: true, colour: colours.brand };
  line(pdf, `Vale de caja menor n.º ${id}`, onTheLeft(34, 330), title);
  amount(pdf, formatMoney(valor), onTheRight(34, 180), { ...title, align: 'right' });
  line(pdf, tienda, onTheLeft(58, inner.width), { size: 10 });
  const facts = [
    ['Día', shortDate(dia)],
    ['Recibe', persona],
    ['Para', motivo],
    ['Entrega', dio],
  ] as const;
  let y = 92;
  for (const [name, text] of facts) {
    line(pdf, name, onTheLeft(y, 60), quiet(9));
    const at = { x: inner.left + 60, y, width: inner.width - 60 };
    line(pdf, text === '' ? '—' : text, at, { size: 10 }, 2);
    y += 30;
  }
  const owed = 'Se legaliza con el soporte de la compra, o el dinero vuelve a la caja.';
  line(pdf, owed, onTheLeft(y + 4, inner.width), quiet(9));
  const width = inner.width / 2 - 15;
  for (const [index, signature] of ['Firma de quien recibe', 'Firma de quien entrega'].entries()) {
    const x = inner.left + index * (width + 30);
    pdf
      .moveTo(x, 330)
      .lineTo(x + width, 330)
      .lineWidth(0.7)
      .strokeColor(colours.ink)
      .stroke();
    line(pdf, signature, { x, y: 336, width }, quiet(9));
  }
  return collected(pdf);
}
