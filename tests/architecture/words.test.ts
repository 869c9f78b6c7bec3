/** What people read says one word a thing, and nothing of how the program is made. */
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { PRODUCTION_FOLDERS, filesIn, textOf } from './source-graph.ts';

interface Written {
  readonly file: string;
  /** The property or attribute whose value it is. */
  readonly name: string;
  /** A template has `…` where it is filled in. */
  readonly text: string;
}

const isNode = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const nameOf = (key: unknown, before: string): string =>
  isNode(key) ? String(key.name ?? key.value ?? before) : before;

/** Every text below a node of a syntax tree that is no key of an object. */
function textsIn(node: unknown, file: string, name: string): Written[] {
  if (Array.isArray(node)) return node.flatMap((each) => textsIn(each, file, name));
  if (!isNode(node)) return [];
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [{ file, name, text: node.value }] : [];
    case 'JSXText':
      return [{ file, name, text: String(node.value).replace(/\s+/g, ' ').trim() }];
    case 'TemplateLiteral': {
      const quasis = node.quasis as { value: { cooked: string } }[];
      const text = quasis.map(({ value }) => value.cooked).join('…');
      return [{ file, name, text }, ...textsIn(node.expressions, file, name)];
    }
    case 'JSXAttribute':
      return textsIn(node.value, file, nameOf(node.name, name));
    case 'Property':
      return textsIn(node.value, file, nameOf(node.key, name));
    case 'ImportDeclaration':
      return [];
    default:
      return Object.values(node).flatMap((each) => textsIn(each, file, name));
  }
}

const files = filesIn(PRODUCTION_FOLDERS, /(?<!\.d)\.tsx?$/).filter(
  // What operators read, and rows of reference.
  (file) => !/^server\/(operate|platform\/database|start)\b/.test(file),
);

const written = files.flatMap((file) => textsIn(parseSync(file, textOf(file)).program, file, ''));

/** Sentences and titles that the specification gives. */
const SPECIFIED = [
  'Debe marcar todos los gastos para poder enviar',
  'Debe marcar el gasto',
  'El valor del reembolso no debe ser superior a $15.000',
];

/** Columns that the specification titles so. */
const TITLED = [
  'src/features/boxes/PendingBoxesView.tsx',
  'src/features/boxes/box-lists.tsx',
  'src/features/boxes/ExpenseTable.tsx',
];

/** The word that stands for the thing, and those that do not. */
const FORBIDDEN: readonly (readonly [rather: string, RegExp])[] = [
  ['caja n.º', /\breembolsos? (n\.º|\d)|\b(del|el) reembolso (…|\$)|, reembolso o /i],
  ['decidir', /\b(por marcar|marcar (un|el|los) gastos?|calificar)\b|\bdebe revisarlo\b/i],
  ['soporte', /\b(comprobantes?|adjuntos?|con los recibos|efectivo y recibos)\b/i],
  ['papeles', /\bsoportes? físicos?\b|\b(envío|enviar) (de )?(los )?soportes\b/i],
  ['contabilidad (primera), (final)', /\b(contabilidad )?\(?previa\)?(?! de)\b/i],
  ['las reglas', /\b(máquinas?|la ley|concuerdan?|hace al entrar|estancias?|autómatas?)\b/i],
  ['como se dice', /\bva un gasto seguido\b|\bguardas? (de la|del) (estado|transición)\b/i],
];

const spoken = written.filter(
  ({ text }) =>
    (/^\p{Lu}\p{Ll}+$/u.test(text) || (/\p{L}/u.test(text) && /[ áéíóúñ]/.test(text))) &&
    !SPECIFIED.includes(text),
);

describe('one word a thing', () => {
  it.each(FORBIDDEN)('%s', (_rather, pattern) => {
    const broken = spoken
      .filter(({ text }) => pattern.test(text))
      .filter(({ file, text }) => !(text === 'Reembolso n.º' && TITLED.includes(file)))
      .map(({ file, text }) => `${file}: ${text}`);
    expect(broken).toEqual([]);
  });
});

describe('what explains is short', () => {
  it('no help is longer than 90 characters', () => {
    const broken = spoken
      .filter(({ file, name }) => file.startsWith('src/') && /^(help|hint|description)$/.test(name))
      .filter(({ text }) => text.length > 90)
      .map(({ file, text }) => `${file}: ${text.length}: ${text}`);
    expect(broken).toEqual([]);
  });
});
