/** Visible text has one term per concept, and no terms of the implementation. */
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { PRODUCTION_FOLDERS, filesIn, textOf } from './source-graph.ts';

interface Written {
  readonly file: string;
  /** The property or attribute with this value. */
  readonly name: string;
  /** Each expression of a template is replaced by `…`. */
  readonly text: string;
}

const isNode = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const nameOf = (key: unknown, before: string): string =>
  isNode(key) ? String(key.name ?? key.value ?? before) : before;

/** Texts below a node of a syntax tree, except object keys. */
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
  // Output for operators, and reference rows.
  (file) => !/^server\/(operate|platform\/database|start)\b/.test(file),
);

const written = files.flatMap((file) => textsIn(parseSync(file, textOf(file)).program, file, ''));

/** Sentences prescribed by the specification. */
const SPECIFIED = [
  'Debe marcar todos los gastos para poder enviar',
  'Debe marcar el gasto',
  'El valor del reembolso no debe ser superior a $15.000',
];

/** Files with column titles prescribed by the specification. */
const TITLED = [
  'src/features/boxes/PendingBoxesView.tsx',
  'src/features/boxes/box-lists.tsx',
  'src/features/boxes/ExpenseTable.tsx',
];

/** Files about the entries for accounting, which are called so; a receipt is not. */
const ENTRIES =
  /\/entr(y|ies)[-./]|contract\/contract\.ts|HelpView|SettingsView|screen-table|key-scopes/;

/** The preferred term, and the terms to avoid. */
const FORBIDDEN: readonly (readonly [rather: string, RegExp])[] = [
  ['caja n.º', /\breembolsos? (n\.º|\d)|\b(del|el) reembolso (…|\$)|, reembolso o /i],
  ['decidir', /\b(por marcar|marcar (un|el|los) gastos?|calificar)\b|\bdebe revisarlo\b/i],
  ['soporte', /\b(comprobantes?(?! de egreso)|adjuntos?|con los recibos|efectivo y recibos)\b/i],
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

describe('preferred terms', () => {
  it.each(FORBIDDEN)('%s', (_rather, pattern) => {
    const broken = spoken
      .filter(({ text }) => pattern.test(text))
      .filter(({ file, text }) => !(text === 'Reembolso n.º' && TITLED.includes(file)))
      .filter(({ file, text }) => !(/comprobante/i.test(text) && ENTRIES.test(file)))
      .map(({ file, text }) => `${file}: ${text}`);
    expect(broken).toEqual([]);
  });
});

describe('help texts', () => {
  it('have at most 90 characters', () => {
    const broken = spoken
      .filter(({ file, name }) => file.startsWith('src/') && /^(help|hint|description)$/.test(name))
      .filter(({ text }) => text.length > 90)
      .map(({ file, text }) => `${file}: ${text.length}: ${text}`);
    expect(broken).toEqual([]);
  });
});
