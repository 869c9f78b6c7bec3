import PDFDocument from 'pdfkit';
import { momentInBogota } from '#machines/domain/values/dates.ts';
import { formatMoney } from '#machines/domain/values/money.ts';
import { collected } from '../../../platform/files/pdf-pages.ts';
import type { Paper } from './paper.ts';

const LEFT = 40;
const RIGHT = 380;
const ACCENT = '#1f4e79';
const INK = '#222222';
const QUIET = '#6b6b6b';

function writeHeader(pdf: PDFKit.PDFDocument, { supplier, numero, fecha }: Paper): void {
  pdf.rect(0, 0, 420, 8).fill(ACCENT);
  pdf.fillColor(ACCENT).font('Helvetica-Bold').fontSize(14);
  pdf.text(supplier.nombre, LEFT, 34, { width: 210 });
  pdf.fillColor(QUIET).font('Helvetica').fontSize(8);
  pdf.text(`NIT ${supplier.num_doc}-${supplier.digito}`);
  pdf.text(`${supplier.direccion}, ${supplier.ciudad}`, { width: 210 });
  pdf.fillColor(INK).font('Helvetica-Bold').fontSize(9);
  pdf.text('FACTURA DE VENTA', 250, 36, { width: RIGHT - 250, align: 'right' });
  pdf.fontSize(13).text(`N.º ${numero}`, { width: RIGHT - 250, align: 'right' });
  pdf.fillColor(QUIET).font('Helvetica').fontSize(8);
  pdf.text(`Fecha: ${fecha}`, { width: RIGHT - 250, align: 'right' });
}

function writeItems(pdf: PDFKit.PDFDocument, { items, total, cliente }: Paper): void {
  pdf.fillColor(INK).font('Helvetica').fontSize(9).text(`Cliente: ${cliente}`, LEFT, 118);
  pdf.rect(LEFT, 142, RIGHT - LEFT, 18).fill('#e8eef5');
  pdf.fillColor(ACCENT).font('Helvetica-Bold').fontSize(8);
  pdf.text('Descripción', LEFT + 6, 148);
  pdf.text('Valor', RIGHT - 106, 148, { width: 100, align: 'right' });
  pdf.fillColor(INK).font('Helvetica').fontSize(9);
  let y = 168;
  for (const { texto, valor } of items) {
    pdf.text(texto, LEFT + 6, y, { width: 220, height: 12, ellipsis: true });
    pdf.text(formatMoney(valor), RIGHT - 106, y, { width: 100, align: 'right' });
    y += 20;
  }
  pdf.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.75).strokeColor(ACCENT).stroke();
  pdf
    .font('Helvetica-Bold')
    .fontSize(11)
    .text('TOTAL', LEFT + 6, y + 8);
  pdf.text(formatMoney(total), RIGHT - 156, y + 8, { width: 150, align: 'right' });
}

/** An invoice of one small page; equal papers give equal files. */
export function invoicePage(paper: Paper): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: [420, 420],
    margin: 0,
    info: {
      Title: `Factura ${paper.numero}`,
      Author: paper.supplier.nombre,
      CreationDate: momentInBogota(paper.fecha, paper.hora),
    },
  });
  writeHeader(pdf, paper);
  writeItems(pdf, paper);
  pdf.fillColor(QUIET).font('Helvetica').fontSize(7);
  pdf.text('Documento de demostración, sin validez tributaria.', LEFT, 392, { lineBreak: false });
  return collected(pdf);
}
