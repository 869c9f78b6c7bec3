/** An XML document as a tree in the order in which it is written; every text stays text. */
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { RefusedFile } from './refused-file.ts';

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

/** Lines, signatures and extensions are most of an invoice, and nothing of it is asked there. */
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
