import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { invoicesOfFile } from '#server/features/invoices/xml/read-file.ts';
import { decodeWindows1252 } from '#server/features/invoices/xml/parse-xml.ts';
import {
  attachedDocument,
  cdata,
  cufeOf,
  deliveredInvoice,
  invoiceXml,
} from '#tests/kit/files/invoice-xml.ts';
import { mailOf } from '#tests/kit/files/mail-file.ts';
import { pdfBytes, zipOf } from '#tests/kit/files/zip-file.ts';

/** Result of each file, without its bytes. */
const read = async (bytes: Buffer | string, name = 'f'): Promise<string[]> =>
  (await invoicesOfFile(name, Buffer.from(bytes as string))).map((found) =>
    found.ok
      ? `${found.archivo}: ${found.invoice.numero}${found.pdf === null ? '' : ' + pdf'}`
      : `${found.archivo}: ${found.motivo}`,
  );

const another = { numero: 'SETP2', cufe: cufeOf('SETP2') };
const pdf = pdfBytes('representación gráfica');

describe('a single XML', () => {
  test.each([
    ['Invoice', invoiceXml()],
    ['AttachedDocument', deliveredInvoice()],
  ])('%s is read, with its original bytes', async (_, xml) => {
    const [found] = await invoicesOfFile('a.xml', Buffer.from(xml));
    expect(found).toMatchObject({ ok: true, archivo: 'a.xml', pdf: null });
    expect(found?.ok && found.xml.toString()).toBe(xml);
  });

  test('a container may hold the invoice in base64, and name it with blanks', async () => {
    const encoded = Buffer.from(invoiceXml()).toString('base64');
    const embedded = attachedDocument('').replace(
      '<cac:ExternalReference>',
      `<cbc:EmbeddedDocumentBinaryObject>${encoded}</cbc:EmbeddedDocumentBinaryObject>$&`,
    );
    for (const xml of [
      attachedDocument(encoded),
      embedded,
      deliveredInvoice().replace(
        '<cbc:ParentDocumentID>SETP990000123',
        '<cbc:ParentDocumentID> SETP 990000123',
      ),
    ])
      expect(await read(xml)).toEqual(['f: SETP990000123']);
    expect(await read(attachedDocument('AAAA'))).toEqual(['f: El archivo no es un XML.']);
  });

  test('is recognised whatever its file name, as is a ZIP', async () => {
    expect(await read(invoiceXml(), 'factura.pdf')).toEqual(['factura.pdf: SETP990000123']);
    expect(await read(zipOf({ 'a.xml': invoiceXml() }), 'f.xml')).toEqual([
      'f.xml › a.xml: SETP990000123',
    ]);
  });
});

test('every byte of Windows-1252 is decoded as in the standard', () => {
  const high = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';
  const all = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  const latin = all.toString('latin1');
  expect(decodeWindows1252(all)).toBe(latin.slice(0, 0x80) + high + latin.slice(0xa0));
});

describe('encodings', () => {
  const name = 'Almacén Ñandú';
  const nameIn = async (bytes: Buffer): Promise<string> => {
    const [found] = await invoicesOfFile('f', bytes);
    if (found === undefined) return 'nothing';
    return found.ok ? found.invoice.razon_social : found.motivo;
  };
  const xmlIn = (encoding: string) =>
    invoiceXml(
      { proveedor: name },
      { declaration: `<?xml version="1.0" encoding="${encoding}"?>` },
    );
  const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16();

  test.each([
    ['UTF-8', Buffer.from(xmlIn('UTF-8'))],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${xmlIn('utf-8')}`)],
    ['UTF-8 that says nothing', Buffer.from(invoiceXml({ proveedor: name }, { declaration: '' }))],
    ['ISO-8859-1', Buffer.from(xmlIn('ISO-8859-1'), 'latin1')],
    ['ISO-8859-15', Buffer.from(xmlIn('iso-8859-15'), 'latin1')],
    ['Windows-1252', Buffer.from(xmlIn('windows-1252'), 'latin1')],
    ['UTF-16 with a mark', Buffer.from(`\uFEFF${xmlIn('UTF-16')}`, 'utf16le')],
    ['UTF-16 without one', Buffer.from(xmlIn('UTF-16'), 'utf16le')],
    ['UTF-16 the other way', bigEndian(`\uFEFF${xmlIn('UTF-16')}`)],
    [
      'ISO-8859-1 around UTF-8',
      Buffer.from(
        attachedDocument(cdata(xmlIn('UTF-8'))).replace('"utf-8"', '"ISO-8859-1"'),
        'latin1',
      ),
    ],
  ])('%s is decoded', async (_, bytes) => {
    expect(await nameIn(bytes)).toBe(name);
  });

  test.each([
    ['unknown', Buffer.from(xmlIn('EBCDIC-CP-ES')), /codificación desconocida: «EBCDIC-CP-ES»/],
    ['UTF-7, in which a DOCTYPE hides', Buffer.from(xmlIn('UTF-7')), /codificación desconocida/],
    ['UTF-16 that is none', Buffer.from(xmlIn('UTF-16')), /codificación desconocida/],
    ['UTF-8 that is none', Buffer.from(xmlIn('UTF-8'), 'latin1'), /no es texto UTF-8/],
    [
      'a DOCTYPE in UTF-16',
      Buffer.from(`\uFEFF${invoiceXml({}, { declaration: '<!DOCTYPE x>' })}`, 'utf16le'),
      /DOCTYPE/,
    ],
  ])('%s is refused', async (_, bytes, message) => {
    expect(await nameIn(bytes)).toMatch(message);
  });
});

describe('a ZIP', () => {
  test.each([
    [
      'with XML and PDF',
      { 'fv.xml': deliveredInvoice(), 'fv.pdf': pdf },
      ['z › fv.xml: SETP990000123 + pdf'],
    ],
    [
      'with names that do not agree',
      { 'ad08001.xml': deliveredInvoice(), 'Factura de marzo.PDF': pdf },
      ['z › ad08001.xml: SETP990000123 + pdf'],
    ],
    ['with an XML only', { 'a.XML': invoiceXml() }, ['z › a.XML: SETP990000123']],
    [
      'with two invoices, each with its PDF',
      {
        'a.xml': invoiceXml(),
        'b.xml': invoiceXml(another),
        'b.pdf': pdf,
        'a.pdf': pdf,
      },
      ['z › a.xml: SETP990000123 + pdf', 'z › b.xml: SETP2 + pdf'],
    ],
    [
      'with two invoices and a PDF of neither',
      { 'a.xml': invoiceXml(), 'b.xml': invoiceXml(another), 'c.pdf': pdf },
      ['z › a.xml: SETP990000123', 'z › b.xml: SETP2'],
    ],
    [
      'with an invoice bare and in its container',
      { 'fv.xml': invoiceXml(), 'ad.xml': deliveredInvoice(), 'fv.pdf': pdf },
      ['z › fv.xml: SETP990000123 + pdf'],
    ],
    [
      'with the answer of the DIAN',
      { 'ar.xml': invoiceXml({}, { root: 'ApplicationResponse' }), 'fv.xml': invoiceXml() },
      ['z › fv.xml: SETP990000123'],
    ],
    [
      'with nothing but the answer of the DIAN',
      { 'ar.xml': invoiceXml({}, { root: 'ApplicationResponse' }) },
      ['z › ar.xml: Es una respuesta de la DIAN, no una factura.'],
    ],
    [
      'with a good and a bad one',
      { 'a.xml': invoiceXml(), 'b.xml': invoiceXml({}, { root: 'CreditNote' }) },
      ['z › a.xml: SETP990000123', 'z › b.xml: Es una nota crédito: solo se importan facturas.'],
    ],
    [
      'in folders, with what a Mac adds',
      {
        'marzo/fv.xml': invoiceXml(),
        'marzo/fv.pdf': pdf,
        '__MACOSX/marzo/._fv.xml': 'x',
        'marzo/._fv.pdf': 'x',
      },
      ['z › marzo/fv.xml: SETP990000123 + pdf'],
    ],
    [
      'with other files',
      { 'a.xml': invoiceXml(), 'leame.txt': 'x'.repeat(3_000_000), 'logo.png': 'x' },
      ['z › a.xml: SETP990000123'],
    ],
    [
      'with a PDF that is none',
      { 'a.xml': invoiceXml(), 'a.pdf': 'factura' },
      ['z › a.xml: SETP990000123'],
    ],
    ['with an empty XML', { 'a.xml': '' }, ['z › a.xml: El archivo no es un XML.']],
    ['without XML', { 'a.pdf': pdf }, ['z: El ZIP no trae ningún XML.']],
  ])('%s', async (_, files, expected) => {
    expect(await read(zipOf(files), 'z')).toEqual(expected);
  });

  test('written as a stream, with the sizes after the content, is read', async () => {
    expect(await read(streamedZip('a.xml', Buffer.from(invoiceXml())), 'z')).toEqual([
      'z › a.xml: SETP990000123',
    ]);
  });
});

describe('a mail', () => {
  test.each([
    [
      'with a ZIP attached',
      { 'fv.zip': zipOf({ 'fv.xml': deliveredInvoice(), 'fv.pdf': pdf }) },
      ['m › fv.zip › fv.xml: SETP990000123 + pdf'],
    ],
    [
      'with two ZIPs, one of which is broken',
      {
        'año.zip': zipOf({ 'a.xml': invoiceXml(another) }),
        'roto.zip': zipOf({ 'b.xml': invoiceXml() }).subarray(0, 80),
      },
      [
        'm › año.zip › a.xml: SETP2',
        'm › roto.zip: El ZIP está incompleto o dañado. Descárguelo de nuevo.',
      ],
    ],
    [
      'with XML and PDF attached',
      { 'fv.xml': invoiceXml(), 'Representación.pdf': pdf },
      ['m › fv.xml: SETP990000123 + pdf'],
    ],
    ['without either', { 'logo.png': 'x' }, ['m: El correo no trae ningún XML ni ZIP.']],
  ])('%s', async (_, attachments, expected) => {
    expect(await read(await mailOf(attachments), 'm')).toEqual(expected);
  });

  test('with too many attachments is refused', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 201 }, (_, index) => [`${index}.xml`, 'x']),
    );
    expect(await read(await mailOf(many), 'm')).toEqual([
      'm: El correo trae demasiados archivos: el máximo es 200.',
    ]);
  });

  test('with parts nested without end is refused', async () => {
    const parts = Array.from(
      { length: 300 },
      (_, level) => `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n`,
    );
    expect(await read(`MIME-Version: 1.0\r\n${parts.join('')}`, 'm')).toEqual([
      'm: El correo está incompleto o dañado.',
    ]);
  });
});

/** A ZIP of one deflated file with its sizes in a descriptor after it, as streaming programs write. */
function streamedZip(name: string, content: Buffer): Buffer {
  const packed = deflateRawSync(content);
  const whole = zipOf({ [name]: content });
  const index = whole.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'));
  const crc = whole.subarray(index + 16, index + 20);
  const sizes = Buffer.alloc(8);
  sizes.writeUInt32LE(packed.length, 0);
  sizes.writeUInt32LE(content.length, 4);
  const local = Buffer.alloc(30);
  local.write('PK\x03\x04', 'latin1');
  local.writeUInt16LE(20, 4);
  local.writeUInt16LE(8, 6);
  local.writeUInt16LE(8, 8);
  local.writeUInt16LE(name.length, 26);
  const descriptor = Buffer.concat([Buffer.from('PK\x07\x08', 'latin1'), crc, sizes]);
  const body = Buffer.concat([local, Buffer.from(name), packed, descriptor]);
  const central = Buffer.alloc(46);
  central.write('PK\x01\x02', 'latin1');
  central.writeUInt16LE(8, 8);
  central.writeUInt16LE(8, 10);
  crc.copy(central, 16);
  sizes.copy(central, 20);
  central.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length + name.length, 12);
  end.writeUInt32LE(body.length, 16);
  return Buffer.concat([body, central, Buffer.from(name), end]);
}
