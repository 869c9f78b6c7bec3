import { parseSync } from 'vite';
import { textOf } from './source-graph.ts';

interface Node {
  type: string;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** `test` for `test('…')`, `test.each(…)('…')` and a tagged table. */
function calleeName(node: unknown): string {
  if (!isNode(node)) return '';
  if (node.type === 'Identifier') return String(node.name);
  return calleeName(node.object ?? node.callee ?? node.tag);
}

const textOfTitle = (node: unknown): string | null => {
  if (!isNode(node)) return null;
  if (node.type === 'Literal') return String(node.value);
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis)) return null;
  return node.quasis.map((part: { value: { cooked: string } }) => part.value.cooked).join('%s');
};

function collect(node: unknown, groups: readonly string[], titles: string[]): void {
  if (Array.isArray(node)) for (const part of node) collect(part, groups, titles);
  if (!isNode(node)) return;
  const text = Array.isArray(node.arguments) ? textOfTitle(node.arguments[0]) : null;
  const kind = calleeName(node.callee);
  const named = node.type === 'CallExpression' && text !== null;
  if (named && (kind === 'test' || kind === 'it')) titles.push([...groups, text].join(' › '));
  const inner = named && kind === 'describe' ? [...groups, text] : groups;
  for (const part of Object.values(node)) collect(part, inner, titles);
}

const known = new Map<string, readonly string[]>();

/** The titles of the tests of a file behind those of their groups: `group › test`. */
export function titlesIn(file: string): readonly string[] {
  const found = known.get(file);
  if (found) return found;
  const titles: string[] = [];
  collect(parseSync(file, textOf(file)).program, [], titles);
  known.set(file, titles);
  return titles;
}
