import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, textOf } from './source-graph.ts';

/** What stands between backquotes and looks like a path: a folder in it, or the ending of a file. */
const pathsIn = (text: string): string[] =>
  [...text.matchAll(/`([^`\s]+)`/g)]
    .map(([, quoted]) => quoted ?? '')
    .filter((quoted) => /^[\w.-]+(\/[\w.-]+)+$|^[A-Z]\w+\.md$/.test(quoted));

test('every file that a recipe of CONTRIBUTING.md names exists', () => {
  const named = pathsIn(textOf('CONTRIBUTING.md'));
  expect(named.length).toBeGreaterThan(80);
  expect(named.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
});
