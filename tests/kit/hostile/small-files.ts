/** Small valid files of every uploaded type, as seeds for the fuzzer. */
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { encryptedPdf, jpgFile, pdfFile, pngFile, rawPng } from '#tests/kit/files/receipt-files.ts';
import { attachedDocument, deliveredInvoice, invoiceXml } from '#tests/kit/files/invoice-xml.ts';
import { plainPdf } from './pdf.ts';
import { mailOf } from '#tests/kit/files/mail-file.ts';
import { pdfBytes, zipOf } from '#tests/kit/files/zip-file.ts';
import { csvOf, workbookAround, xlsxOf } from '#tests/kit/row-import.ts';

async function filledForm(): Promise<Buffer> {
  const pdf = new PDFDocument({ size: [300, 200], margin: 0, info: { CreationDate: new Date(0) } });
  pdf.initForm();
  pdf.formText('valor', 20, 20, 100, 20, { value: '$ 12.500' });
  pdf.formCheckbox('pagado', 20, 60, 10, 10);
  pdf.image(pngFile('figura'), 100, 90).image(await jpgFile('foto'), 100, 20);
  pdf.end();
  return buffer(pdf);
}

const interlaced = (): Buffer =>
  rawPng({
    width: 1,
    height: 1,
    depth: 16,
    colourType: 6,
    interlaced: true,
    rows: [Array(9).fill(0)],
  });

const palette = (): Buffer =>
  rawPng({
    width: 4,
    height: 2,
    depth: 2,
    colourType: 3,
    palette: [0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255],
    transparency: [0, 128],
    rows: [
      [0, 0b00011011],
      [1, 0b11100100],
    ],
  });

export async function smallReceipts(): Promise<Record<'PDF' | 'PNG' | 'JPEG', Buffer[]>> {
  return {
    PDF: [
      await pdfFile('recibo', { pages: 3, rotation: 90 }),
      plainPdf('recibo'),
      await filledForm(),
      await encryptedPdf('clave'),
    ],
    PNG: [pngFile('recibo'), interlaced(), palette()],
    JPEG: [await jpgFile('recibo'), await jpgFile('otro')],
  };
}

export async function smallInvoices(): Promise<Record<'ZIP' | 'XML' | 'EML', Buffer[]>> {
  const xml = invoiceXml();
  const zip = zipOf({ 'factura.xml': xml });
  return {
    ZIP: [
      zip,
      zipOf({
        'f/factura.xml': deliveredInvoice(),
        'f/factura.pdf': pdfBytes('x'),
        'leame.txt': '',
      }),
    ],
    XML: [xml, deliveredInvoice(), attachedDocument(xml), invoiceXml({}, { lines: 20 })].map(
      (text) => Buffer.from(text),
    ),
    EML: [
      await mailOf({ 'fv.zip': zip }),
      await mailOf({ 'fv.xml': xml, 'fv.pdf': pdfBytes('x') }),
    ],
  };
}

export function smallTables(): Record<'XLSX' | 'CSV', Buffer[]> {
  const rows = [
    ['Nombre', 'Correo', 'Valor'],
    ['Ana "la jefa" Peña', 'ana@tiendas.co', '1250.5'],
    ['=1+1', '', '3'],
  ];
  return {
    XLSX: [
      xlsxOf(rows),
      workbookAround(
        '<worksheet><sheetData><row><c t="inlineStr"><is><r><t>Nombre</t></r></is></c></row></sheetData></worksheet>',
      ),
    ],
    CSV: [csvOf(rows), Buffer.from('\ufeffNombre,Correo\r\n"Ana\r\nPeña",a@b.co\r\n', 'utf16le')],
  };
}
