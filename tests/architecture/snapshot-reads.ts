import { parseSync, Visitor } from 'vite';
import type { SourceFile } from './source-graph.ts';

const contextIs = (key: { type: string; name?: unknown; value?: unknown }): boolean =>
  (key.type === 'Identifier' ? key.name : key.value) === 'context';

/**
 * Finds reads of a snapshot: its context, under any name and also destructured, `hasTag` and `matches`. The `matches`
 * of a media query is not a call, and that of an element takes a selector such as `matches(':hover')`.
 *
 * @returns `path:line: the line` of each
 */
export function snapshotReads({ path, text }: Pick<SourceFile, 'path' | 'text'>): string[] {
  const places: number[] = [];
  new Visitor({
    MemberExpression({ property, end }) {
      if (contextIs(property) || (property.type === 'Identifier' && property.name === 'hasTag'))
        places.push(end);
    },
    CallExpression({ callee, arguments: [asked] }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      const isOfElement = asked?.type === 'Literal' && /^\W/.test(String(asked.value));
      if (callee.property.name === 'matches' && !isOfElement) places.push(callee.end);
    },
    ObjectPattern({ properties }) {
      for (const part of properties)
        if (part.type === 'Property' && contextIs(part.key)) places.push(part.key.end);
    },
  }).visit(parseSync(path, text).program);
  const lines = text.split('\n');
  return [...new Set(places.map((place) => text.slice(0, place).split('\n').length))].map(
    (line) => `${path}:${line}: ${lines[line - 1]?.trim()}`,
  );
}
