/** Parses XML as any standard reader does. */
import { XMLParser } from 'fast-xml-parser';

interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
}

type Parsed = Record<string, unknown>;

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
});

const elementsOf = (nodes: readonly Parsed[]): XmlElement[] =>
  nodes.flatMap((node) => {
    const name = Object.keys(node).find((key) => key !== ':@' && key !== '#text');
    if (name === undefined || name.startsWith('?')) return [];
    const attributes = (node[':@'] ?? {}) as Record<string, string>;
    return [{ name, attributes, children: elementsOf(node[name] as Parsed[]) }];
  });

/** The root element. @throws Error when the text is not well-formed or has no root */
export function readXml(text: string): XmlElement {
  const [root, ...others] = elementsOf(parser.parse(text, true) as Parsed[]);
  if (root === undefined || others.length > 0) throw new Error('A document has one root element');
  return root;
}

export const everyElement = (element: XmlElement): XmlElement[] => [
  element,
  ...element.children.flatMap(everyElement),
];
