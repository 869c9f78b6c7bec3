/** Broken or malicious files: each gives one sentence, and never an exception. */
import { describe, expect, test } from 'vitest';
import { maximumXmlBytes } from '#server/features/invoices/xml/parse-xml.ts';
import { invoicesOfFile } from '#server/features/invoices/xml/read-file.ts';
import { cufeOf, invoiceXml } from '#tests/kit/files/invoice-xml.ts';
import { pdfBytes, withIndexByte, zipOf } from '#tests/kit/files/zip-file.ts';

const read = async (bytes: Buffer): Promise<string[]> =>
  (await invoicesOfFile('f', bytes)).map((found) =>
    found.ok ? found.invoice.numero : `${found.archivo}: ${found.motivo}`,
  );

const another = { numero: 'SETP2', cufe: cufeOf('SETP2') };
const pdf = pdfBytes('representación gráfica');

describe('refused files', () => {
  const good = zipOf({ 'a.xml': invoiceXml(), 'a.pdf': pdf });
  const broken = 'f: El ZIP está incompleto o dañado. Descárguelo de nuevo.';
  const harmful = 'f: El ZIP es demasiado grande al descomprimirlo: puede ser un archivo dañino.';
  const forbidden = (name: string) =>
    `f: El ZIP trae un archivo con un nombre no permitido: «${name}».`;

  test.each([
    ['empty', Buffer.alloc(0), 'f: El archivo está vacío.'],
    [
      'a PDF',
      pdf,
      'f: Un PDF solo no trae los datos de la factura: cargue el XML, o el ZIP que trae los dos.',
    ],
    [
      'an image',
      Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]),
      'f: El archivo no es texto UTF-8: está dañado.',
    ],
    ['zeros', Buffer.alloc(1_000), 'f: El archivo no es un XML.'],
    [
      'an XML of six megabytes',
      Buffer.alloc(maximumXmlBytes + 1, '<'),
      'f: El XML es demasiado grande: el máximo es 5 MB.',
    ],
    [
      'an XML deeper than any invoice',
      Buffer.from('<a>'.repeat(100_000) + '</a>'.repeat(100_000)),
      'f: El XML tiene demasiados niveles: puede ser un archivo dañino.',
    ],
    ['a ZIP of nothing', zipOf({}), 'f: El ZIP no trae ningún XML.'],
    ['the beginning of a ZIP', good.subarray(0, 400), broken],
    ['a ZIP without its last byte', good.subarray(0, -1), broken],
    ['four bytes of a ZIP', good.subarray(0, 4), broken],
    ['a ZIP with something behind it', Buffer.concat([good, Buffer.from('x')]), broken],
    ['a ZIP whose content was changed', withContentByte(good), broken],
    ['a ZIP with another sum in its index', withIndexByte(good, 16, (byte) => byte ^ 1), broken],
    [
      'a ZIP under a password',
      withIndexByte(good, 8, (byte) => byte | 1),
      'f: El ZIP está protegido con contraseña: cárguelo sin ella.',
    ],
    ['a ZIP that hides a file from its index', withHiddenFile(), broken],
    [
      'a ZIP in a ZIP',
      zipOf({ 'a.xml': invoiceXml(), 'mes.ZIP': good }),
      'f: El ZIP trae otro archivo comprimido adentro («mes.ZIP»): extráigalo y cargue su contenido.',
    ],
    [
      'a ZIP in a ZIP under the name of an XML',
      zipOf({ 'a.xml': good }),
      'f: El ZIP trae otro archivo comprimido adentro («a.xml»): extráigalo y cargue su contenido.',
    ],
    [
      'a name that climbs',
      zipOf({ '../../etc/a.xml': invoiceXml() }),
      forbidden('../../etc/a.xml'),
    ],
    [
      'a name that climbs in Windows',
      zipOf({ 'x\\..\\..\\a.xml': invoiceXml() }),
      forbidden('x\\..\\..\\a.xml'),
    ],
    ['a name from the root', zipOf({ '/etc/a.xml': invoiceXml() }), forbidden('/etc/a.xml')],
    ['a name with a drive', zipOf({ 'C:\\a.xml': invoiceXml() }), forbidden('C:\\a.xml')],
    [
      'a name with a control character',
      zipOf({ 'a\u0000.xml': invoiceXml() }),
      forbidden('a .xml'),
    ],
    [
      'more files than anybody sends',
      zipOf(Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`${index}.xml`, '']))),
      'f: El ZIP trae demasiados archivos: el máximo es 200.',
    ],
    ['a file that grows a thousand times', zipOf({ 'a.xml': '0'.repeat(4_000_000) }), harmful],
    [
      'a PDF that grows a thousand times',
      zipOf({ 'a.xml': invoiceXml(), 'a.pdf': ' '.repeat(4_000_000) }),
      harmful,
    ],
    ['a file above twenty megabytes', zipOf({ 'a.pdf': noise(21_000_000) }), harmful],
  ])('%s gives one sentence', async (_, bytes, message) => {
    expect(await read(bytes)).toEqual([message]);
  });
});

/** Changes one byte in the content of the first file. */
function withContentByte(zip: Buffer): Buffer {
  const changed = Buffer.from(zip);
  changed[200] = (changed[200] ?? 0) ^ 0xff;
  return changed;
}

/** A ZIP of two files whose index names only the second one. */
function withHiddenFile(): Buffer {
  const zip = Buffer.from(zipOf({ 'a.xml': invoiceXml(), 'b.xml': invoiceXml(another) }));
  const mark = Buffer.from('PK\x01\x02', 'latin1');
  const [first, second] = [zip.indexOf(mark), zip.lastIndexOf(mark)];
  const end = zip.subarray(zip.length - 22);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  return Buffer.concat([zip.subarray(0, first), zip.subarray(second, zip.length - 22), end]);
}

/** Incompressible bytes, the same on every run. */
function noise(size: number): Buffer {
  const bytes = Buffer.alloc(size);
  let state = 1;
  for (let offset = 0; offset < size; offset += 4) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes.writeUInt32LE(state, offset);
  }
  return bytes;
}
