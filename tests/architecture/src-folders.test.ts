import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type AnyScreen, screenTable } from '#src/screens/screen-table.ts';
import { circles, filesIn, graphOf, sources } from './source-graph.ts';

/** The circles below src/, types counted; `nodeOf` puts a file under the name of its node. */
const circlesBy = (nodeOf: (file: string) => string): string[] =>
  circles(
    graphOf(
      sources(['src'])
        .flatMap(({ imports }) => imports)
        .filter(({ file }) => file?.startsWith('src/')),
      nodeOf,
    ),
  );

/** The first two folders of a path: `src/views` of `src/views/boxes/BoxLine.tsx`. */
const areaOf = (file: string): string => path.posix.dirname(file).split('/').slice(0, 2).join('/');

describe('src has no circle, types counted', () => {
  it('areas: components ← screens ← views ← routes', () => {
    expect(circlesBy(areaOf), 'an area can be read without the ones that use it').toEqual([]);
  });

  it('folders', () => {
    expect(circlesBy(path.posix.dirname), 'a feature knows those it is built on').toEqual([]);
  });

  it('files', () => {
    expect(circlesBy((file) => file)).toEqual([]);
  });
});

it('framer-motion comes after the first page: one file imports it, which is imported only when it is needed', () => {
  const importers = (text: RegExp) =>
    sources(['src'])
      .filter(({ code }) => text.test(code))
      .map(({ path: file }) => file);
  expect(importers(/from 'framer-motion'/)).toEqual(['src/components/MovingParts.tsx']);
  expect(importers(/import (?!type )[^;]*\/MovingParts\.tsx'/)).toEqual([]);
  expect(importers(/import\('[^']*\/MovingParts\.tsx'\)/)).toEqual(['src/components/Moving.tsx']);
});

describe('the screen table', () => {
  /** The form of a record creates and edits it; of the other two the address says whose they are. */
  const twice = [
    'companies/CompanyView',
    'fund/CashCountView',
    'imports/ImportRowsView',
    'stores/StoreView',
    'users/UserView',
  ];

  it('names each view once, once for each stage, or twice the form of a record, the cash counts and the import; those of the session need no permission', () => {
    const views = filesIn(['src/views'], /View\.tsx$/)
      .map((file) => file.slice('src/views/'.length, -'.tsx'.length))
      .filter((view) => !view.startsWith('session/'));
    const rows = Object.values<AnyScreen>(screenTable).map(({ view, stage }) => ({ view, stage }));
    expect([...new Set(rows.map(({ view }) => view))].sort()).toEqual(views);
    const uses = rows.map(({ view, stage }) => `${view} ${stage ?? ''}`.trim());
    expect(uses.toSorted()).toEqual([...new Set(uses), ...twice].sort());
  });
});
