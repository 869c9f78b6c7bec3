import { elementsAt, textOf } from './parse-xml.ts';

/** Namespaces of the elements of a UBL document below its root. */
const namespaces: readonly string[] = ['Aggregate', 'Basic'].map(
  (kind) => `urn:oasis:names:specification:ubl:schema:xsd:Common${kind}Components-2`,
);

/** The elements of UBL at the end of a path of names, in document order. */
export const ublElementsAt = (element: Element, path: readonly string[]): Element[] =>
  elementsAt(element, path, namespaces);

/** The first non-empty text at the end of a path; '' when there is none. */
export const textAt = (element: Element, path: readonly string[]): string =>
  ublElementsAt(element, path)
    .map(textOf)
    .find((text) => text !== '') ?? '';
