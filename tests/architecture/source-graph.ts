import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

/** The folder of package.json. */
export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** Folders of production code; every path in these tests is relative to the root, with `/`. */
export const PRODUCTION_FOLDERS = ['contract', 'machines', 'src', 'server'] as const;

export interface Import {
  /** The importing file. */
  readonly from: string;
  /** The specifier as written, for messages. */
  readonly specifier: string;
  /** The imported project file. */
  readonly file?: string;
  /** The imported package: `react-dom` for `react-dom/client`, `node:fs` for `node:fs/promises`. */
  readonly package?: string;
  /** False for type-only imports, which are erased. */
  readonly isValue: boolean;
}

export interface SourceFile {
  readonly path: string;
  readonly text: string;
  /** The text with every comment blanked; line numbers do not change. */
  readonly code: string;
  readonly imports: readonly Import[];
}

/** Files below the folders whose path matches, sorted. */
export function filesIn(folders: readonly string[], pattern: RegExp): string[] {
  return folders
    .filter((folder) => existsSync(path.join(ROOT, folder)))
    .flatMap((folder) =>
      readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(
        (name) => `${folder}/${name.replaceAll('\\', '/')}`,
      ),
    )
    .filter((file) => pattern.test(file) && !file.includes('/node_modules/'))
    .sort();
}

export function textOf(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

/** Anchors of the headings of a Markdown file, as GitHub makes them. */
export const anchorsOf = (file: string): string[] =>
  Array.from(
    textOf(file)
      .replaceAll(/^```[\s\S]*?^```/gm, '')
      .matchAll(/^#+ (.+)$/gm),
    ([, title]) =>
      (title ?? '')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
  );

const parsed = new Map<string, SourceFile>();

/** Parses a TypeScript file; the result is cached. */
export function sourceFile(file: string): SourceFile {
  const known = parsed.get(file);
  if (known) return known;
  const text = textOf(file);
  const result = parseSync(file, text);
  // UTF-16 code units, as in the offsets of the parser; spreading would split into code points.
  const withoutComments = text.split('');
  for (const { start, end } of result.comments) {
    for (let at = start; at < end; at += 1) {
      if (withoutComments[at] !== '\n') withoutComments[at] = ' ';
    }
  }
  const code = withoutComments.join('');
  const requests: (readonly [specifier: string | undefined, isValue: boolean])[] = [
    ...result.module.staticImports.map(
      ({ moduleRequest, entries }) =>
        [
          moduleRequest.value,
          entries.length === 0 || entries.some((entry) => !entry.isType),
        ] as const,
    ),
    ...result.module.staticExports.flatMap(({ entries }) =>
      entries.map((entry) => [entry.moduleRequest?.value, !entry.isType] as const),
    ),
    ...result.module.dynamicImports.map(
      ({ moduleRequest: { start, end } }) => [text.slice(start + 1, end - 1), true] as const,
    ),
    // Inline type imports: `import('…').Name`.
    ...Array.from(
      code.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g),
      (match) => [match[1], false] as const,
    ),
  ];
  for (const [call] of code.matchAll(/\bimport\.meta\.glob\b[^;]*?\([^)]*\)/g)) {
    requests.push(...globbed(file, call).map((specifier) => [specifier, true] as const));
  }
  const imports = new Map<string, boolean>();
  for (const [specifier, isValue] of requests) {
    if (specifier) imports.set(specifier, isValue || imports.get(specifier) === true);
  }
  const source = {
    path: file,
    text,
    code,
    imports: Array.from(imports, ([specifier, isValue]) => resolveImport(file, specifier, isValue)),
  };
  parsed.set(file, source);
  return source;
}

/** Specifiers of the files that match an `import.meta.glob` call; a pattern with `!` excludes. */
function globbed(from: string, call: string): string[] {
  const folder = path.posix.dirname(from);
  const patterns = Array.from(call.matchAll(/['"](!?)([^'"]+)['"]/g), ([, not, glob = '']) => ({
    excludes: not === '!',
    pattern: new RegExp(
      `^${path.posix.join(folder, glob).replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`,
    ),
  }));
  const matches = (file: string, excludes: boolean) =>
    patterns.some((one) => one.excludes === excludes && one.pattern.test(file));
  return filesIn([topFolder(from)], /./)
    .filter((file) => matches(file, false) && !matches(file, true))
    .map((file) => path.posix.relative(folder, file))
    .map((specifier) => (specifier.startsWith('.') ? specifier : `./${specifier}`));
}

/** Parsed TypeScript files of the folders. */
export function sources(folders: readonly string[]): SourceFile[] {
  return filesIn(folders, /(?<!\.d)\.tsx?$/).map(sourceFile);
}

function resolveImport(from: string, specifier: string, isValue: boolean): Import {
  const bare = specifier.replace(/\?.*$/, '');
  if (bare.startsWith('#')) return { from, specifier, isValue, file: bare.slice(1) };
  if (bare.startsWith('/')) return { from, specifier, isValue, file: bare.slice(1) };
  if (bare.startsWith('.')) {
    return { from, specifier, isValue, file: path.posix.join(path.posix.dirname(from), bare) };
  }
  const parts = bare.split('/');
  return {
    from,
    specifier,
    isValue,
    package: parts.slice(0, bare.startsWith('@') ? 2 : 1).join('/'),
  };
}

/** Top folder of a path: `src` for `src/views/a.tsx`. */
export function topFolder(file: string): string {
  return file.split('/', 1)[0] ?? file;
}

/** True for the files in a folder, and for the file itself. */
export function isBelow(file: string, folder: string): boolean {
  return file === folder || file.startsWith(`${folder}/`);
}

/** Import graph of the nodes that `nodeOf` assigns to the files. */
export function graphOf(
  imports: readonly Import[],
  nodeOf: (file: string) => string,
): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const { from, file } of imports) {
    if (file === undefined || nodeOf(from) === nodeOf(file)) continue;
    graph.set(nodeOf(from), (graph.get(nodeOf(from)) ?? new Set()).add(nodeOf(file)));
  }
  return graph;
}

/** Import cycles, each once, from its first node back to itself. */
export function circles(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const found = new Set<string>();
  const done = new Set<string>();
  const visit = (node: string, trail: readonly string[]): void => {
    const start = trail.indexOf(node);
    if (start >= 0) {
      found.add([...trail.slice(start), node].join(' → '));
      return;
    }
    if (done.has(node)) return;
    for (const next of graph.get(node) ?? []) visit(next, [...trail, node]);
    done.add(node);
  };
  for (const node of graph.keys()) visit(node, []);
  return [...found];
}
