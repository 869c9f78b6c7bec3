import { describe, expect, it } from 'vitest';
import {
  circles,
  filesIn,
  graphOf,
  type Import,
  isBelow,
  PRODUCTION_FOLDERS,
  sources,
  textOf,
} from './source-graph.ts';

/** `above` imports `below`; both are folders, or files. */
interface Arrow {
  readonly below: string;
  readonly above: string;
}

/** The arrows of a flowchart, each from the imported to the importing node; a label is the path of its node. */
function arrowsOf(flowchart: string): Arrow[] {
  const paths = new Map(
    Array.from(flowchart.matchAll(/(\w+)\["([^"]+)"\]/g), ([, id, path = '']) => [id, path]),
  );
  const nodesOf = (step: string) =>
    step.split('&').map((node) => {
      const id = /\w+/.exec(node)?.[0] ?? '';
      return paths.get(id) ?? id;
    });
  return flowchart
    .trim()
    .split('\n')
    .flatMap((line) => {
      const steps = line.split('-->').map(nodesOf);
      return steps.flatMap((belows, index) =>
        belows.flatMap((below) => (steps[index + 1] ?? []).map((above) => ({ below, above }))),
      );
    });
}

/** The flowcharts of docs/architecture.md: the folders of the project, and the subjects of machines/domain. */
const flowcharts = Array.from(
  textOf('docs/architecture.md').matchAll(/^```mermaid\nflowchart LR\n([\s\S]*?)^```/gm),
  ([, text = '']) => arrowsOf(text),
);

const nodesOf = (arrows: readonly Arrow[]): string[] => [
  ...new Set(arrows.flatMap(({ below, above }) => [below, above])),
];

/** The imports between two nodes that no sequence of arrows leads to. */
function againstArrows(arrows: readonly Arrow[], imports: readonly Import[]): Import[] {
  const nodes = nodesOf(arrows);
  const nodeOf = (file = '') => nodes.find((node) => isBelow(file, node));
  const mayImport = (above: string, node: string): boolean =>
    arrows.some(
      (arrow) => arrow.above === above && (arrow.below === node || mayImport(arrow.below, node)),
    );
  return imports.filter(({ from, file }) => {
    const [above, node] = [nodeOf(from), nodeOf(file)];
    return above !== undefined && node !== undefined && above !== node && !mayImport(above, node);
  });
}

const imports = sources(PRODUCTION_FOLDERS).flatMap((source) => source.imports);

const spell = ({ from, specifier }: Import): string => `${from} imports ${specifier}`;

it('both flowcharts were read', () => {
  expect(flowcharts.map((arrows) => arrows.length > 10)).toEqual([true, true]);
});

describe.each(flowcharts.map((arrows) => ({ arrows })))(
  'flowchart of $arrows.0.below',
  ({ arrows }) => {
    it('no import goes against the arrows, type imports included', () => {
      expect(againstArrows(arrows, imports).map(spell)).toEqual([]);
    });

    describe.each(arrows)('$below --> $above', ({ below, above }) => {
      it(`${above} imports ${below}`, () => {
        const along = imports.filter(
          ({ from, file }) => isBelow(from, above) && isBelow(file ?? '', below),
        );
        expect(along).not.toEqual([]);
        expect(againstArrows(arrows, along)).toEqual([]);
      });

      it(`one import of ${above} in ${below} is reported`, () => {
        const turned = { from: below, specifier: above, file: above, isValue: false };
        expect(againstArrows(arrows, [...imports, turned])).toEqual([turned]);
      });
    });
  },
);

it('every folder is drawn', () => {
  const drawn = new Set(flowcharts.flatMap(nodesOf));
  const folderOf = (file: string) =>
    file
      .split('/')
      .slice(0, file.startsWith('machines/domain/') ? 3 : 2)
      .join('/');
  const files = filesIn(['machines', 'src', 'server'], /\.tsx?$/);
  // The files directly in server/ start it.
  const folders = files.map(folderOf).filter((folder) => !/^server\/[\w-]+\.ts$/.test(folder));
  expect([...new Set(folders)].filter((folder) => !drawn.has(folder))).toEqual([]);
});

describe('no circles between', () => {
  const parts = [
    ['the features of src', 'src/features'],
    ['the features of the server', 'server/features'],
    ['the subjects of the rules', 'machines/domain'],
    ['the features of the flows', 'machines/flows'],
  ] as const;
  for (const [name, folder] of parts) {
    const within = imports.filter(
      ({ from, file }) => isBelow(from, folder) && isBelow(file ?? '', folder),
    );
    const graph = (given: readonly Import[]) =>
      graphOf(given, (file) => file.split('/').slice(0, 3).join('/'));

    it(`${name}, type imports included`, () => {
      expect(circles(graph(within))).toEqual([]);
    });

    it(`${name}: one import turned round makes a circle`, () => {
      const [first] = graph(within);
      const [below, [above]] = first ?? ['', new Set([''])];
      const turned = { from: above ?? '', specifier: below, file: below, isValue: false };
      expect(circles(graph([...within, turned]))).not.toEqual([]);
    });
  }
});
