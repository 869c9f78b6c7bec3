import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { screenTable } from '#src/screens/screen-table.ts';
import { filesIn, sources } from './source-graph.ts';

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** Who imports whom below src/, types counted; `nameOf` puts a file under the name of its node. */
function graphOf(nameOf: (file: string) => string): Graph {
  const graph = new Map<string, Set<string>>();
  for (const source of sources(['src'])) {
    const from = nameOf(source.path);
    const targets = graph.get(from) ?? new Set<string>();
    graph.set(from, targets);
    for (const { file } of source.imports) {
      const to = file?.startsWith('src/') ? nameOf(file) : from;
      if (to !== from) targets.add(to);
    }
  }
  return graph;
}

/** Every circle that a walk meets, written from its first node to itself. */
function circlesOf(graph: Graph): string[] {
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

/** The first two folders of a path: `src/views` of `src/views/boxes/BoxLine.tsx`. */
const areaOf = (file: string): string => path.posix.dirname(file).split('/').slice(0, 2).join('/');

describe('src has no circle, types counted', () => {
  it('areas: components ← screens ← views ← routes', () => {
    expect(circlesOf(graphOf(areaOf)), 'an area can be read without the ones that use it').toEqual(
      [],
    );
  });

  it('folders', () => {
    expect(circlesOf(graphOf(path.posix.dirname)), 'a feature knows those it is built on').toEqual(
      [],
    );
  });

  it('files', () => {
    expect(circlesOf(graphOf((file) => file))).toEqual([]);
  });
});

describe('the screen table', () => {
  it('names each view once; those of the session need no permission', () => {
    const views = filesIn(['src/views'], /View\.tsx$/)
      .map((file) => file.slice('src/views/'.length, -'.tsx'.length))
      .filter((view) => !view.startsWith('session/'));
    expect(
      Object.values(screenTable)
        .map(({ view }) => view)
        .sort(),
    ).toEqual(views);
  });
});
