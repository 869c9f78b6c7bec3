import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, textOf } from './source-graph.ts';

/** Quoted text that looks like a path: it contains a folder, or is a Markdown file. */
const pathsIn = (text: string): string[] =>
  [...text.matchAll(/`([^`\s]+)`/g)]
    .map(([, quoted]) => quoted ?? '')
    .filter((quoted) => /^[\w.-]+(\/[\w.-]+)+$|^[A-Z]\w+\.md$/.test(quoted));

test('every path in CONTRIBUTING.md exists', () => {
  const named = pathsIn(textOf('CONTRIBUTING.md'));
  expect(named.length).toBeGreaterThan(80);
  expect(named.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
});
