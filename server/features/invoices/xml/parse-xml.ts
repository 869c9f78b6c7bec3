import { DOMParser } from '@xmldom/xmldom';
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

/** Maximum depth; invoices have some fifteen levels, and the libraries take time quadratic in the depth. */
const MAXIMUM_DEPTH = 200;
/** Maximum number of tags, comments and sections; an invoice of a thousand lines has some 80,000. */
const MAXIMUM_MARKUP = 250_000;
/** Maximum length of a tag with its attributes; the libraries take time quadratic in their number. */
const MAXIMUM_TAG = 20_000;

/** A comment, a CDATA section, a processing instruction, or a tag: end mark, name, attributes, mark of an empty element. */
const markup =
  /<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>|<(\/?)([^\s<>/"'=!?]+)([^<>"']*(?:(?:"[^"<]*"|'[^'<]*')[^<>"']*)*)>/sy;

const malformed = (line?: number): RefusedFile =>
  new RefusedFile(
    `El XML está incompleto o mal formado${line === undefined ? '' : ` (línea ${line})`}.`,
  );

/**
 * Refuses what the parser accepts: end tags in the wrong order, text outside the root, and documents that exhaust it.
 *
 * @throws RefusedFile
 */
function requireNested(text: string): void {
  const open: string[] = [];
  const malformedAt = (offset: number) => malformed(text.slice(0, offset).split('\n').length);
  let end = 0;
  for (let count = 1; ; count += 1) {
    const start = text.indexOf('<', end);
    const between = text.slice(end, start < 0 ? undefined : start);
    if (open.length === 0 && between.trim() !== '') throw malformedAt(end);
    if (start < 0) break;
    markup.lastIndex = start;
    const [whole, endMark, name, attributes] = markup.exec(text) ?? [];
    if (whole === undefined) throw malformedAt(start);
    end = start + whole.length;
    if (count > MAXIMUM_MARKUP || (name !== undefined && whole.length > MAXIMUM_TAG))
      throw new RefusedFile('El XML tiene demasiadas etiquetas: puede ser un archivo dañino.');
    if (endMark && open.pop() !== name) throw malformedAt(start);
    if (endMark === '' && name !== undefined && !attributes?.endsWith('/')) open.push(name);
    if (open.length > MAXIMUM_DEPTH)
      throw new RefusedFile('El XML tiene demasiados niveles: puede ser un archivo dañino.');
  }
  if (open.length > 0) throw malformedAt(end);
}

/** Null when it is not well-formed; the parser reports some mistakes and throws on others. */
function parsed(text: string): Document | null {
  try {
    return new DOMParser({ errorHandler: refuseMistakes }).parseFromString(text);
  } catch {
    return null;
  }
}

function refuseMistakes(_level: string, message: string): never {
  throw new Error(message);
}

/**
 * Parses a document and returns its root element.
 *
 * @throws RefusedFile when it declares a DOCTYPE (entity expansion, XXE), is nested too deeply or is not well-formed
 */
export function parseXml(xml: string): Element {
  if (/<!DOCTYPE|<!ENTITY/i.test(xml))
    throw new RefusedFile('El XML trae una declaración DOCTYPE, que no se admite por seguridad.');
  const text = xml.replace(/^\uFEFF/, '').trim();
  if (!text.startsWith('<')) throw new RefusedFile('El archivo no es un XML.');
  requireNested(text);
  const root = parsed(text)?.documentElement;
  if (root) return root;
  throw malformed();
}

const isElement = (node: Node): node is Element => node.nodeType === node.ELEMENT_NODE;

/** @param namespaces those of the children; any without it */
export const childrenOf = (
  element: Element,
  name: string,
  namespaces?: readonly (string | null)[],
): Element[] =>
  Array.from(element.childNodes)
    .filter(isElement)
    .filter(
      ({ localName, namespaceURI }) =>
        localName === name && namespaces?.includes(namespaceURI) !== false,
    );

/** The elements at the end of a path of names, in document order. */
export const elementsAt = (
  element: Element,
  path: readonly string[],
  namespaces?: readonly (string | null)[],
): Element[] =>
  path.reduce(
    (found, name) => found.flatMap((one) => childrenOf(one, name, namespaces)),
    [element],
  );

/** The text directly in an element, CDATA included, trimmed. */
export const textOf = (element: Element): string =>
  Array.from(element.childNodes)
    .filter(
      ({ nodeType }) => nodeType === element.TEXT_NODE || nodeType === element.CDATA_SECTION_NODE,
    )
    .map(({ nodeValue }) => nodeValue ?? '')
    .join('')
    .trim();
