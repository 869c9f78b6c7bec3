/** Reads SCXML as any reader of XML would, and runs it on SCION, an interpreter that is not ours. */
import { Statechart } from '@scion-scxml/core';
import { XMLParser } from 'fast-xml-parser';

export interface XmlElement {
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

const stateElements = ['state', 'parallel', 'final', 'history'];

interface ScionTransition {
  event?: string;
  target?: string;
  type?: string;
  cond?: () => boolean;
}

interface ScionState {
  id?: string;
  $type?: string;
  initial?: string;
  transitions: ScionTransition[];
  states: ScionState[];
}

/** @param holds says of the name of a guard whether it does, at the moment it is asked */
function scionState(element: XmlElement, holds: (guard: string) => boolean): ScionState {
  const { name, attributes, children } = element;
  const { id, initial } = attributes;
  const isHistory = name === 'history';
  return {
    ...(id === undefined ? {} : { id }),
    ...(['parallel', 'final', 'history', 'scxml'].includes(name) ? { $type: name } : {}),
    ...(initial === undefined ? {} : { initial }),
    transitions: children
      .filter((child) => child.name === 'transition')
      .map(({ attributes: { event, target, type, cond } }) => ({
        ...(event === undefined ? {} : { event }),
        ...(target === undefined ? {} : { target }),
        ...(type === undefined || isHistory ? {} : { type }),
        ...(cond === undefined ? {} : { cond: () => cond.split(' && ').every(holds) }),
      })),
    states: children
      .filter((child) => stateElements.includes(child.name))
      .map((child) => scionState(child, holds)),
  };
}

export interface ForeignRun {
  send: (event: string) => void;
  /** Ids of the innermost states, sorted. */
  states: () => string[];
}

/** A started run of the document. */
export function runScxml(text: string, holds: (guard: string) => boolean): ForeignRun {
  // A model that is handed over as it is would be copied as JSON, without its conditions.
  const chart = new Statechart(() => scionState(readXml(text), holds));
  chart.start();
  return {
    send: (event) => {
      chart.gen(event);
    },
    states: () => [...chart.getConfiguration()].sort(),
  };
}
