import { describe, expect, it } from 'vitest';
import { type AnyScreen, screenTable } from '#src/shell/screens/screen-table.ts';
import { circles, filesIn, graphOf, sources } from './source-graph.ts';

it('files of src have no import cycles, type imports included', () => {
  const files = sources(['src'])
    .flatMap(({ imports }) => imports)
    .filter(({ file }) => file?.startsWith('src/'));
  expect(circles(graphOf(files, (file) => file))).toEqual([]);
});

it('framer-motion is imported by one file, which is loaded dynamically', () => {
  const importers = (text: RegExp) =>
    sources(['src'])
      .filter(({ code }) => text.test(code))
      .map(({ path: file }) => file);
  expect(importers(/from 'framer-motion'/)).toEqual(['src/ui/overlay/MovingParts.tsx']);
  expect(importers(/import (?!type )[^;]*\/MovingParts\.tsx'/)).toEqual([]);
  expect(importers(/import\('[^']*\/MovingParts\.tsx'\)/)).toEqual(['src/ui/overlay/Moving.tsx']);
});

describe('the screen table', () => {
  /** Views of two screens: forms that create and edit, and views whose subject depends on the address. */
  const twice = [
    'companies/CompanyView',
    'suppliers/SupplierView',
    'fund/CashCountView',
    'fund/MovementsView',
    'imports/ImportRowsView',
    'fund/OwedView',
    'stores/StoreView',
    'users/UserView',
  ];

  it('uses each view once per stage, except the views listed as used twice', () => {
    const views = filesIn(['src/features'], /View\.tsx$/)
      .map((file) => file.slice('src/features/'.length, -'.tsx'.length))
      .filter((view) => !/^(session|help)\/|^invitations\/InvitationView$/.test(view));
    const rows = Object.values<AnyScreen>(screenTable).map(({ view, stage }) => ({ view, stage }));
    expect([...new Set(rows.map(({ view }) => view))].sort()).toEqual(views);
    const uses = rows.map(({ view, stage }) => `${view} ${stage ?? ''}`.trim());
    // Users, stores, openings, categories, suppliers and supporting documents.
    const more = Array.from({ length: 4 }, () => 'imports/ImportRowsView');
    expect(uses.toSorted()).toEqual([...new Set(uses), ...twice, ...more].sort());
  });
});
