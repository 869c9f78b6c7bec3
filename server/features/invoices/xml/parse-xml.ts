import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { RefusedFile, quoted } from './refused-file.ts';

/**
 * Windows-1252, the code page of Spanish Windows: characters of the bytes 0x80 to 0x9F, which `TextDecoder` of Node 20
 * decodes as control characters. (WHATWG Encoding, index-windows-1252: five undefined bytes map to themselves.)
 */
const signs =
  '\u20AC\u0081\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\u008D\u017D\u008F' +
  '\u0090\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153\u009D\u017E\u0178';

/** Decodes ISO 8859-1 as Windows-1252, as browsers do, since texts do not contain its control characters. */
export const decodeWindows1252 = (bytes: Buffer): string =>
  bytes
    .toString('latin1')
    .replace(/[\u0080-\u009F]/g, (control) => signs.charAt(control.charCodeAt(0) - 0x80));

/** Maximum size of an XML in bytes; an invoice of a thousand lines has less than three million. */
export const maximumXmlBytes = 5_000_000;

/** Labels of `TextDecoder` by declared encoding; `windows-1252` is decoded by `decodeWindows1252`. */
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

/** Byte order marks, and the bytes of a first `<` without one. */
const beginnings: readonly { bytes: readonly number[]; encoding: string }[] = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
  { bytes: [0x3c, 0x00], encoding: 'utf-16le' },
  { bytes: [0x00, 0x3c], encoding: 'utf-16be' },
];

/** Number of bytes that are searched for the XML declaration. */
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
  // Without a byte order mark, a declaration that is readable byte by byte excludes UTF-16.
  if (encoding === undefined || encoding.startsWith('utf-16'))
    throw new RefusedFile(`El XML usa una codificación desconocida: ${quoted(declared)}.`);
  return encoding;
}

/**
 * Decodes an XML file by its byte order mark or by its declared encoding.
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

/** Parses an XML document into an ordered tree; text is never converted to other types. */

export interface XmlElement {
  /** Without its prefix. */
  name: string;
  /** Namespace of the prefix; '' where none is declared on the element itself. */
  namespace: string;
  attributes: Readonly<Record<string, string>>;
  nodes: readonly OrderedNode[];
}

/** A node of the parser: one key with its child nodes or its text, and the attributes. */
type OrderedNode = Readonly<Record<string, unknown>>;

const attributesKey = ':@';
const textKey = '#text';
const cdataKey = '#cdata';

/** Lines, and extensions with signatures, are most of an invoice and are not parsed. */
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

/** Decodes the five predefined entities and numeric character references. */
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

/** Maximum depth; invoices have some fifteen levels, and the libraries take time quadratic in the depth. */
const MAXIMUM_DEPTH = 200;

/** Counts all tags, including those in comments. */
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
 * Parses a document and returns its root element.
 *
 * @throws RefusedFile when it declares a DOCTYPE (entity expansion, XXE), is nested too deeply or is not well-formed
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

/** The elements at the end of a path of names, in document order. */
export const elementsAt = (element: XmlElement, path: readonly string[]): XmlElement[] =>
  path.reduce((found, name) => found.flatMap((one) => childrenOf(one, name)), [element]);

/** The text directly in an element, CDATA included, trimmed. */
export const textOf = ({ nodes }: XmlElement): string =>
  nodes
    .map((node) => {
      if (typeof node[textKey] === 'string') return withoutEntities(node[textKey]);
      const cdata = node[cdataKey] as readonly OrderedNode[] | undefined;
      return cdata?.map((part) => String(part[textKey] ?? '')).join('') ?? '';
    })
    .join('')
    .trim();

/** The first non-empty text at the end of a path; '' when there is none. */
export const textAt = (element: XmlElement, path: readonly string[]): string =>
  elementsAt(element, path)
    .map(textOf)
    .find((text) => text !== '') ?? '';
