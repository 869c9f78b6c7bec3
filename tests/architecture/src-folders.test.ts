import { describe, expect, it } from 'vitest';
import { type AnyScreen, screenTable } from '#src/app/screens/screen-table.ts';
import { circles, featureOf, filesIn, graphOf, isFeature, sources } from './source-graph.ts';

const within = sources(['src']).flatMap(({ imports }) => imports);

describe('src: wire and ui ← features, put together by app', () => {
  it('wire and ui know no feature, and nothing of the app', () => {
    const broken = within.filter(
      ({ from, file }) =>
        /^src\/(wire|ui)\//.test(from) && /^src\/(features|app)\//.test(file ?? ''),
    );
    expect(broken.map(({ from, specifier }) => `${from} imports ${specifier}`)).toEqual([]);
  });

  it('features form no circle, types counted: one knows those that it is built on', () => {
    const features = within.filter(({ from, file }) => isFeature(from) && isFeature(file ?? ''));
    expect(circles(graphOf(features, featureOf))).toEqual([]);
  });

  it('no file needs itself', () => {
    const files = within.filter(({ file }) => file?.startsWith('src/'));
    expect(circles(graphOf(files, (file) => file))).toEqual([]);
  });
});

it('framer-motion comes after the first page: one file imports it, which is imported only when it is needed', () => {
  const importers = (text: RegExp) =>
    sources(['src'])
      .filter(({ code }) => text.test(code))
      .map(({ path: file }) => file);
  expect(importers(/from 'framer-motion'/)).toEqual(['src/ui/overlay/MovingParts.tsx']);
  expect(importers(/import (?!type )[^;]*\/MovingParts\.tsx'/)).toEqual([]);
  expect(importers(/import\('[^']*\/MovingParts\.tsx'\)/)).toEqual(['src/ui/overlay/Moving.tsx']);
});

describe('the screen table', () => {
  /** The form of a record creates and edits it; of the other two the address says whose they are. */
  const twice = [
    'companies/CompanyView',
    'fund/CashCountView',
    'imports/ImportRowsView',
    'payments/OwedView',
    'stores/StoreView',
    'users/UserView',
  ];

  it('names each view once, once for each stage, or twice the form of a record, what a store counts or owes, and the import; those of the session and the help need no permission', () => {
    const views = filesIn(['src/features'], /View\.tsx$/)
      .map((file) => file.slice('src/features/'.length, -'.tsx'.length))
      .filter((view) => !/^(session|invitations|help)\//.test(view));
    const rows = Object.values<AnyScreen>(screenTable).map(({ view, stage }) => ({ view, stage }));
    expect([...new Set(rows.map(({ view }) => view))].sort()).toEqual(views);
    const uses = rows.map(({ view, stage }) => `${view} ${stage ?? ''}`.trim());
    expect(uses.toSorted()).toEqual([...new Set(uses), ...twice].sort());
  });
});
