/** Small files that are as they should be, of every kind that people bring: what a fuzzer begins with. */
import { PDFDocument } from 'pdf-lib';
import { encryptedPdf, jpgFile, pdfFile, pngFile, rawPng } from '#tests/kit/files/support-files.ts';
import { attachedDocument, deliveredInvoice, invoiceXml } from '#tests/kit/files/invoice-xml.ts';
import { pdfBytes, zipOf } from '#tests/kit/files/zip-file.ts';

/** As programs of today write PDF files: everything in packed streams. */
export async function packedPdf(word: string): Promise<Buffer> {
  const document = await PDFDocument.load(await pdfFile(word, { pages: 2 }));
  return Buffer.from(await document.save({ useObjectStreams: true }));
}

async function filledForm(): Promise<Buffer> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const page = document.addPage([300, 200]);
  const field = document.getForm().createTextField('valor');
  field.setText('$ 12.500');
  field.addToPage(page, { x: 20, y: 100 });
  const check = document.getForm().createCheckBox('pagado');
  check.addToPage(page, { x: 20, y: 40 });
  page.drawImage(await document.embedPng(Uint8Array.from(pngFile('figura'))), { x: 100, y: 20 });
  page.drawImage(await document.embedJpg(Uint8Array.from(jpgFile('foto'))), { x: 100, y: 90 });
  return Buffer.from(await document.save());
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
      await packedPdf('recibo'),
      await filledForm(),
      await encryptedPdf('clave'),
    ],
    PNG: [pngFile('recibo'), interlaced(), palette()],
    JPEG: [jpgFile('recibo'), jpgFile('otro')],
  };
}

export function smallInvoices(): Record<'ZIP' | 'XML', Buffer[]> {
  const xml = invoiceXml();
  return {
    ZIP: [
      zipOf({ 'factura.xml': xml }),
      zipOf({
        'f/factura.xml': deliveredInvoice(),
        'f/factura.pdf': pdfBytes('x'),
        'leame.txt': '',
      }),
    ],
    XML: [xml, deliveredInvoice(), attachedDocument(xml), invoiceXml({}, { lines: 20 })].map(
      (text) => Buffer.from(text),
    ),
  };
}
