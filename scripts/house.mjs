// `npm run house`: the lines and files of every folder, what each folder imports, and whether that is free of circles.
import { runnerImport } from 'vite';
import { root } from './project.mjs';

/** @type {Awaited<ReturnType<typeof runnerImport<typeof import('../tests/architecture/source-graph.ts')>>>} */
const { module } = await runnerImport(`${root}/tests/architecture/source-graph.ts`, {
  root,
  configFile: false,
});
const { circles, filesIn, graphOf, PRODUCTION_FOLDERS, sources, textOf } = module;

/** The first two folders of a path. @type {(file: string) => string} */
const folderOf = (file) => file.split('/').slice(0, -1).slice(0, 2).join('/');

const imports = sources(PRODUCTION_FOLDERS).flatMap((source) => source.imports);
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
  const line = [name.padEnd(30), `${lines}`.padStart(6), `${files}`.padStart(4), ` ${imported}`];
  console.log(line.join(' ').trimEnd());
}
// A file of a top folder stands alone: contract.ts lists the calls, which use its neighbours.
const found = circles(graphOf(imports, (file) => file.split('/').slice(0, 2).join('/')));
console.log(found.length === 0 ? 'no circle' : found.join('\n'));
process.exitCode = found.length === 0 ? 0 : 1;
