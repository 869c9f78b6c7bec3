/**
 * Reads XES and validates it by IEEE 1849-2016: order and kinds of elements, types of values, declared extensions,
 * unique keys, global attributes everywhere, classifiers over global attributes.
 */
import { JSDOM } from 'jsdom';

type XesAttributes = Record<string, string>;

interface XesTrace {
  attributes: XesAttributes;
  events: XesAttributes[];
}

interface XesLog {
  extensions: string[];
  classifiers: Record<string, string[]>;
  attributes: XesAttributes;
  traces: XesTrace[];
}

const ncName = /^[\p{L}_][\p{L}\p{N}._-]*$/u;

/** The elementary types and the patterns of their values. */
const valuePatterns: Record<string, RegExp> = {
  string: /^[\s\S]*$/,
  date: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  int: /^-?\d+$/,
  float: /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i,
  boolean: /^(true|false)$/,
  id: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
};

function requireThat(condition: boolean, what: string): void {
  if (!condition) throw new Error(`no XES: ${what}`);
}

const isAttribute = ({ tagName }: Element): boolean => tagName in valuePatterns;

class Reader {
  readonly #prefixes: string[] = [];
  /** Types of the global attributes, by key. */
  readonly #globals: Record<string, Record<string, string>> = {};

  read(log: Element): XesLog {
    requireThat(log.tagName === 'log', 'the root is a log');
    requireThat(log.namespaceURI === 'http://www.xes-standard.org/', 'its namespace');
    requireThat(/^\d+\.\d+$/.test(log.getAttribute('xes.version') ?? ''), 'a decimal version');
    requireThat(log.hasAttribute('xes.features'), 'features');
    const children = [...log.children];
    this.#requireOrder(children, ['extension', 'global', 'classifier', 'attribute', 'trace']);
    for (const extension of children.filter(({ tagName }) => tagName === 'extension'))
      this.#extension(extension);
    for (const global of children.filter(({ tagName }) => tagName === 'global'))
      this.#global(global);
    return {
      extensions: this.#prefixes,
      classifiers: Object.fromEntries(
        children
          .filter(({ tagName }) => tagName === 'classifier')
          .map((classifier) => this.#classifier(classifier)),
      ),
      attributes: this.#attributes(children.filter(isAttribute)),
      traces: children
        .filter(({ tagName }) => tagName === 'trace')
        .map((trace) => this.#trace(trace)),
    };
  }

  #requireOrder(children: readonly Element[], order: readonly string[]): void {
    const places = children.map((child) =>
      order.indexOf(isAttribute(child) ? 'attribute' : child.tagName),
    );
    requireThat(!places.includes(-1), `only ${order.join(', ')}`);
    requireThat(
      places.every((place, index) => index === 0 || place >= (places[index - 1] ?? 0)),
      `the order ${order.join(', ')}`,
    );
  }

  #extension(element: Element): void {
    const [name, prefix, uri] = ['name', 'prefix', 'uri'].map((key) => element.getAttribute(key));
    requireThat(ncName.test(name ?? '') && ncName.test(prefix ?? ''), 'names of an extension');
    requireThat(URL.canParse(uri ?? ''), 'the address of an extension');
    this.#prefixes.push(prefix ?? '');
  }

  #global(element: Element): void {
    const scope = element.getAttribute('scope') ?? '';
    requireThat(['trace', 'event'].includes(scope) && !this.#globals[scope], 'a scope, once');
    this.#attributes([...element.children]);
    this.#globals[scope] = this.#typesOf([...element.children]);
    requireThat(element.children.length > 0, 'a global attribute');
  }

  #classifier(element: Element): [string, string[]] {
    const name = element.getAttribute('name') ?? '';
    const keys = (element.getAttribute('keys') ?? '').split(' ');
    requireThat(ncName.test(name), 'the name of a classifier');
    const globals = this.#globals[element.getAttribute('scope') ?? 'event'] ?? {};
    for (const key of keys) requireThat(key in globals, `the classifier's ${key} is global`);
    return [name, keys];
  }

  #typesOf(elements: readonly Element[]): Record<string, string> {
    return Object.fromEntries(
      elements.map((element) => [element.getAttribute('key') ?? '', element.tagName]),
    );
  }

  #attributes(elements: readonly Element[]): XesAttributes {
    const attributes: XesAttributes = {};
    for (const element of elements) {
      const key = element.getAttribute('key') ?? '';
      const value = element.getAttribute('value');
      const [prefix, name = prefix] = key.split(':');
      requireThat(ncName.test(name ?? ''), `the key «${key}»`);
      requireThat(
        !key.includes(':') || this.#prefixes.includes(prefix ?? ''),
        `the prefix of ${key}`,
      );
      requireThat(!(key in attributes), `${key} once`);
      requireThat(
        value !== null && (valuePatterns[element.tagName]?.test(value) ?? false),
        `a ${element.tagName}: ${value}`,
      );
      requireThat(element.children.length === 0, 'no nested attributes');
      attributes[key] = value ?? '';
    }
    return attributes;
  }

  #withGlobals(scope: 'trace' | 'event', elements: readonly Element[]): XesAttributes {
    const types = this.#typesOf(elements);
    for (const [key, type] of Object.entries(this.#globals[scope] ?? {}))
      requireThat(types[key] === type, `every ${scope} has ${key}, a ${type}`);
    return this.#attributes(elements);
  }

  #trace(element: Element): XesTrace {
    const children = [...element.children];
    this.#requireOrder(children, ['attribute', 'event']);
    return {
      attributes: this.#withGlobals('trace', children.filter(isAttribute)),
      events: children
        .filter(({ tagName }) => tagName === 'event')
        .map((event) => {
          this.#requireOrder([...event.children], ['attribute']);
          return this.#withGlobals('event', [...event.children]);
        }),
    };
  }
}

/** @throws Error for malformed XML or invalid XES, with the reason */
export function readXes(xml: string): XesLog {
  const { DOMParser } = new JSDOM('').window;
  const document = new DOMParser().parseFromString(xml, 'application/xml');
  const failure = document.querySelector('parsererror')?.textContent;
  requireThat(failure === undefined || failure === null, `well-formed XML: ${failure}`);
  return new Reader().read(document.documentElement);
}
