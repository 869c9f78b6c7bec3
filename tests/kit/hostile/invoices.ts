/** Malicious ZIP and XML files in place of electronic invoices, made to exhaust their reader. */
import { crc32, deflateRawSync } from 'node:zlib';
import { seededRandom } from '#server/operate/demonstration/seeded-random.ts';
import { invoiceXml } from '#tests/kit/files/invoice-xml.ts';
import { zipOf } from '#tests/kit/files/zip-file.ts';

const MEGABYTE = 1_000_000;
const DEFLATED = 8;

interface Member {
  name: string;
  packed: Buffer;
  crc: number;
  size: number;
}

const member = (name: string, content: Buffer): Member => ({
  name,
  packed: deflateRawSync(content),
  crc: crc32(content),
  size: content.length,
});

/** Header fields of a ZIP entry, shared by its local header and the central directory. */
function facts({ name, packed, crc, size }: Member): Buffer {
  const bytes = Buffer.alloc(26);
  bytes.writeUInt16LE(20, 0);
  bytes.writeUInt16LE(DEFLATED, 4);
  for (const [index, value] of [crc, packed.length, size].entries())
    bytes.writeUInt32LE(value, 10 + index * 4);
  bytes.writeUInt16LE(name.length, 22);
  return bytes;
}

/** A ZIP whose central directory is correct, or points every name at the first file. */
function zipFile(members: readonly Member[], overlapping = false): Buffer {
  const files: Buffer[] = [];
  const index: Buffer[] = [];
  let length = 0;
  for (const [number, one] of members.entries()) {
    const start = overlapping ? 0 : length;
    if (number === 0 || !overlapping) {
      const file = [Buffer.from('PK\x03\x04'), facts(one), Buffer.from(one.name), one.packed];
      files.push(...file);
      length += 30 + one.name.length + one.packed.length;
    }
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(start, 10);
    const version = Buffer.from([20, 0]);
    index.push(Buffer.from('PK\x01\x02'), version, facts(one), rest, Buffer.from(one.name));
  }
  const indexed = Buffer.concat(index);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(indexed.length, 12);
  end.writeUInt32LE(length, 16);
  return Buffer.concat([...files, indexed, end]);
}

/** An XML of five megabytes in as many elements as fit, which compresses little. */
function busyXml(): Buffer {
  const random = seededRandom(1);
  const [head, foot = ''] = invoiceXml().split('<cbc:IssueDate>');
  const notes: string[] = [];
  for (let length = 0; length < 4.8 * MEGABYTE; length += notes.at(-1)?.length ?? 0)
    notes.push(`<n a="${random.next().toString(36).slice(2, 4)}"/>`);
  return Buffer.from(`${head}${notes.join('')}<cbc:IssueDate>${foot}`);
}

/** Every file within its limits, and the total at its limit: 58 MB in eight files. */
export function busyZip(files = 12): Buffer {
  const one = member('0.xml', busyXml());
  return zipFile(Array.from({ length: files }, (_, index) => ({ ...one, name: `${index}.xml` })));
}

/** As many entries as a central directory can hold. */
export const manyEntries = (entries = 65_535): Buffer => {
  const one = member('0.xml', Buffer.from(invoiceXml()));
  return zipFile(
    Array.from({ length: entries }, (_, index) => ({ ...one, name: `${index}.xml` })),
    true,
  );
};

/** Two hundred entries that share one file: each is within the limits, together they unpack to gigabytes. */
export const overlappingEntries = (entries = 200): Buffer => {
  const one = member('0.xml', Buffer.alloc(19 * MEGABYTE, '<a/>'));
  return zipFile(
    Array.from({ length: entries }, (_, index) => ({ ...one, name: `${index}.xml` })),
    true,
  );
};

/** Declares a small size and unpacks to a large one. */
export const lyingSize = (): Buffer =>
  zipFile([{ ...member('factura.xml', Buffer.alloc(200 * MEGABYTE, ' ')), size: 900 }]);

/** Nested ZIP files. */
export const nestedZip = (levels = 40): Buffer => {
  let zip = zipOf({ 'factura.xml': invoiceXml() });
  for (let level = 0; level < levels; level += 1)
    zip = zipOf({ 'factura.xml': new Uint8Array(zip) });
  return zip;
};

const xml = (content: string): Buffer => Buffer.from(`<?xml version="1.0"?>${content}`);

/** Nested entities: each level expands to ten of the level below. */
export const entityBomb = (levels = 12): Buffer =>
  xml(
    `<!DOCTYPE a [<!ENTITY e0 "ja">${Array.from(
      { length: levels },
      (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`,
    ).join('')}]><a>&e${levels};</a>`,
  );

export const deepXml = (depth = 700_000): Buffer =>
  xml(`${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}`);

export const unclosedXml = (depth = 1_600_000): Buffer => xml('<a>'.repeat(depth));

export const giantAttribute = (): Buffer => xml(`<a b="${'&#65;'.repeat(950_000)}"/>`);

export const manyAttributes = (attributes = 330_000): Buffer =>
  xml(`<a ${Array.from({ length: attributes }, (_, index) => `b${index}="x"`).join(' ')}/>`);

/** Many incomplete openings, for regular expressions that backtrack. */
export const manyBrackets = (): Buffer => xml(`<a>${'<!['.repeat(1_600_000)}`);

/** An invoice in nested containers: each level is parsed again. */
export function containers(levels = 20): Buffer {
  let content = invoiceXml();
  for (let level = 0; level < levels; level += 1)
    content = invoiceXml({}, { root: 'AttachedDocument' }).replace(
      '<cbc:IssueDate>',
      `<cac:Attachment><cac:ExternalReference><cbc:Description><![CDATA[${content.replaceAll(']]>', ']]]]><![CDATA[>')}]]></cbc:Description></cac:ExternalReference></cac:Attachment><cbc:IssueDate>`,
    );
  return Buffer.from(content);
}
