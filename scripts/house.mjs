// `npm run house`: prints lines, files and imports of every folder.
// `npm run house -- walk <files>`: prints the files that these import, transitively within their features and directly
// in other features, without the shared foundations (ui/, shell/, app/, wire/, platform/, steps/, values/).
import { runnerImport } from 'vite';
import { root } from './project.mjs';

/** @type {Awaited<ReturnType<typeof runnerImport<typeof import('../tests/architecture/source-graph.ts')>>>} */
const { module } = await runnerImport(`${root}/tests/architecture/source-graph.ts`, {
  root,
  configFile: false,
});
const { filesIn, graphOf, PRODUCTION_FOLDERS, sources, textOf } = module;

/** The first two folders of a path, three within a feature. @type {(file: string) => string} */
const folderOf = (file) =>
  file
    .split('/')
    .slice(0, -1)
    .slice(0, /^\w+\/(features|flows|domain)\//.test(file) ? 3 : 2)
    .join('/');

const imports = sources(PRODUCTION_FOLDERS).flatMap((source) => source.imports);
const [command, ...starts] = process.argv.slice(2);
if (command === 'walk') {
  const graph = graphOf(imports, (file) => file);
  /** Foundations that all features share; they are not listed. */
  const ground =
    /^(src\/(ui|shell|app|wire)|server\/(app|platform)|machines\/flows\/steps|machines\/domain\/values)\/|^contract\/(contract|call|fields|wire|errors)\.ts$/;
  /** The feature, or the subject of the rules, that a file belongs to. @type {(file: string) => string | undefined} */
  const subjectOf = (file) =>
    /^(?:src\/features|server\/features|machines\/flows|machines\/domain)\/([\w-]+)/.exec(
      file,
    )?.[1] ?? /^contract\/calls\/([\w-]+)\./.exec(file)?.[1];
  const own = new Set(starts.map(subjectOf));
  /** @type {Set<string>} */
  const way = new Set();
  /** Of another feature the imported file counts, but not its own imports. @type {(file: string) => void} */
  const read = (file) => {
    if (way.has(file) || ground.test(file)) return;
    way.add(file);
    if (!own.has(subjectOf(file))) return;
    for (const next of graph.get(file) ?? []) read(next);
  };
  for (const file of starts) read(file);
  console.log([...way].sort().join('\n'));
  console.log(`${way.size} files`);
} else {
  const graph = graphOf(imports, folderOf);
  /** @type {Map<string, { files: number, lines: number }>} */
  const sizes = new Map();
  for (const file of filesIn([...PRODUCTION_FOLDERS, 'scripts'], /\.(tsx?|mjs)$/)) {
    const lines = textOf(file).split('\n').length - 1;
    for (const name of new Set([folderOf(file), folderOf(file).split('/', 1)[0] ?? '', 'all'])) {
      const size = sizes.get(name) ?? { files: 0, lines: 0 };
      sizes.set(name, { files: size.files + 1, lines: size.lines + lines });
    }
  }
  for (const [name, { files, lines }] of [...sizes].sort(([a], [b]) => a.localeCompare(b))) {
    const imported = [...(graph.get(name) ?? [])].sort().join(', ');
    const line = [name.padEnd(34), `${lines}`.padStart(6), `${files}`.padStart(4), ` ${imported}`];
    console.log(line.join(' ').trimEnd());
  }
}
