import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { RefusedFile, quoted } from './refused-file.ts';

/**
 * Windows-1252, the code page of Spanish Windows. `TextDecoder` of Node 20 makes control characters of its bytes 0x80 to
 * 0x9F. (WHATWG Encoding, index-windows-1252: five bytes that have no sign stay what they are.)
 */
const signs =
  '\u20AC\u0081\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\u008D\u017D\u008F' +
  '\u0090\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153\u009D\u017E\u0178';

/** ISO 8859-1 is read as Windows-1252, as browsers do: nobody means its control characters. */
export const decodeWindows1252 = (bytes: Buffer): string =>
  bytes
    .toString('latin1')
    .replace(/[\u0080-\u009F]/g, (control) => signs.charAt(control.charCodeAt(0) - 0x80));

/** Largest XML, in bytes: an invoice of a thousand lines has less than three million. */
export const maximumXmlBytes = 5_000_000;

/** Encodings that an XML may declare, as TextDecoder knows them, but for the Latin ones of Windows. */
const encodings: Record<string, string> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'us-ascii': 'utf-8',
  'iso-8859-1': 'windows-1252',
  'iso-8859-15': 'iso-8859-15',
  'windows-1252': 'windows-1252',
  'utf-16': 'utf-16le',
  'utf-16le': 'utf-16le',
  'utf-16be': 'utf-16be',
};

/** Byte order marks, and how the first character of an XML looks without one. */
const beginnings: readonly { bytes: readonly number[]; encoding: string }[] = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
  { bytes: [0x3c, 0x00], encoding: 'utf-16le' },
  { bytes: [0x00, 0x3c], encoding: 'utf-16be' },
];

/** Bytes in which the declaration of an XML is looked for. */
const DECLARATION_BYTES = 200;

function encodingOf(bytes: Buffer): string {
  const begun = beginnings.find(({ bytes: first }) =>
    first.every((byte, index) => bytes[index] === byte),
  );
  if (begun) return begun.encoding;
  const head = bytes.toString('latin1', 0, DECLARATION_BYTES);
  const declared = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([^"']+)["']/i.exec(head)?.[1];
  if (declared === undefined) return 'utf-8';
  const encoding = encodings[declared.toLowerCase()];
  // Without a mark, bytes in which a declaration can be read are not UTF-16.
  if (encoding === undefined || encoding.startsWith('utf-16'))
    throw new RefusedFile(`El XML usa una codificación desconocida: ${quoted(declared)}.`);
  return encoding;
}

/**
 * The text of an XML file, by its byte order mark or by the encoding that it declares.
 *
 * @throws RefusedFile when it is too large or is not text of that encoding
 */
export function decodeXml(bytes: Buffer): string {
  if (bytes.length > maximumXmlBytes)
    throw new RefusedFile(
      `El XML es demasiado grande: el máximo es ${maximumXmlBytes / 1_000_000} MB.`,
    );
  const encoding = encodingOf(bytes);
  try {
    return encoding === 'windows-1252'
      ? decodeWindows1252(bytes)
      : new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new RefusedFile(`El archivo no es texto ${encoding.toUpperCase()}: está dañado.`);
  }
}

/** An XML document as a tree in the order in which it is written; every text stays text. */

export interface XmlElement {
  /** Without its prefix. */
  name: string;
  /** Namespace of the prefix; '' where none is declared on the element itself. */
  namespace: string;
  attributes: Readonly<Record<string, string>>;
  nodes: readonly OrderedNode[];
}

/** A node as the parser gives it: one key with its nodes, or a text, beside the attributes. */
type OrderedNode = Readonly<Record<string, unknown>>;

const attributesKey = ':@';
const textKey = '#text';
const cdataKey = '#cdata';

/** Lines, signatures and extensions are most of an invoice, and nothing is read from them. */
const unreadParts = ['..cac:InvoiceLine', '..ext:UBLExtensions'];

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  trimValues: false,
  cdataPropName: cdataKey,
  ignoreDeclaration: true,
  ignorePiTags: true,
  stopNodes: unreadParts,
});

const namedEntities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** The five entities that every XML has, and characters by their number. */
const withoutEntities = (text: string): string =>
  text.replace(
    /&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#x([\da-fA-F]{1,6}));/g,
    (whole, named?: string, decimal?: string, hexadecimal?: string) => {
      if (named !== undefined) return namedEntities[named] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

function elementOf(node: OrderedNode): XmlElement | null {
  const name = Object.keys(node).find((key) => key !== attributesKey);
  if (name === undefined || name.startsWith('#')) return null;
  const attributes = (node[attributesKey] ?? {}) as Record<string, string>;
  const prefix = name.includes(':') ? `xmlns:${name.slice(0, name.indexOf(':'))}` : 'xmlns';
  return {
    name: localName(name),
    namespace: attributes[prefix] ?? '',
    attributes,
    nodes: node[name] as OrderedNode[],
  };
}

/** Invoices have some fifteen levels; the libraries take the square of the depth. */
const MAXIMUM_DEPTH = 200;

/** By its tags, wherever they stand: those in a comment count, too. */
function isTooDeep(xml: string): boolean {
  let depth = 0;
  for (const [, end, empty] of xml.matchAll(/<(\/)?[^\s<>!?/][^<>]*?(\/)?>/g)) {
    if (end) depth -= 1;
    else if (!empty) depth += 1;
    if (depth > MAXIMUM_DEPTH) return true;
  }
  return false;
}

/**
 * The root element of a document.
 *
 * @throws RefusedFile when it declares a DOCTYPE (entities that grow, files of the server) or is no
 *   well-formed XML
 */
export function parseXml(xml: string): XmlElement {
  if (/<!DOCTYPE|<!ENTITY/i.test(xml))
    throw new RefusedFile('El XML trae una declaración DOCTYPE, que no se admite por seguridad.');
  const text = xml.replace(/^\uFEFF/, '').trim();
  if (!text.startsWith('<')) throw new RefusedFile('El archivo no es un XML.');
  if (isTooDeep(text))
    throw new RefusedFile('El XML tiene demasiados niveles: puede ser un archivo dañino.');
  const validity = XMLValidator.validate(text);
  if (validity !== true)
    throw new RefusedFile(`El XML está incompleto o mal formado (línea ${validity.err.line}).`);
  const roots = parsed(text).flatMap((node) => elementOf(node) ?? []);
  const [root, second] = roots;
  if (root === undefined || second !== undefined)
    throw new RefusedFile(
      'El XML está incompleto o mal formado: debe tener un solo elemento raíz.',
    );
  return root;
}

function parsed(text: string): OrderedNode[] {
  try {
    return parser.parse(text) as OrderedNode[];
  } catch {
    throw new RefusedFile('El XML está incompleto o mal formado.');
  }
}

export const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
  element.nodes.flatMap((node) => {
    const child = elementOf(node);
    return child?.name === name ? [child] : [];
  });

/** The elements at the end of a path of names, in the order of the document. */
export const elementsAt = (element: XmlElement, path: readonly string[]): XmlElement[] =>
  path.reduce((found, name) => found.flatMap((one) => childrenOf(one, name)), [element]);

/** The text written directly in an element, CDATA as it is, without the spaces around it. */
export const textOf = ({ nodes }: XmlElement): string =>
  nodes
    .map((node) => {
      if (typeof node[textKey] === 'string') return withoutEntities(node[textKey]);
      const cdata = node[cdataKey] as readonly OrderedNode[] | undefined;
      return cdata?.map((part) => String(part[textKey] ?? '')).join('') ?? '';
    })
    .join('')
    .trim();

/** The first text at the end of a path that is not empty; '' when there is none. */
export const textAt = (element: XmlElement, path: readonly string[]): string =>
  elementsAt(element, path)
    .map(textOf)
    .find((text) => text !== '') ?? '';
