import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { TRUST, TRUST_FILES, trustTable } from '../setup/trust.mjs';
import { filesIn, ROOT, textOf } from './source-graph.ts';

const stored = TRUST_FILES.map((file) => ({ suite: 'api-sqlite', file, cases: 1, failed: 0 }));
const [first = ''] = TRUST_FILES;

/** Cases and failures that the table shows for the first promise. */
const firstRow = (figures: typeof stored): string[] =>
  (trustTable(figures).text.split('\n')[2] ?? '').trim().split(/ {2,}/).slice(1);

describe('the promises', () => {
  it('name existing test files', () => {
    expect(TRUST_FILES.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  });

  it('match docs/security.md: its files exist and include those of the first part', () => {
    const text = textOf('docs/security.md');
    const named = [...text.matchAll(/`(tests\/[^`]+)`/g)].map(([, file = '']) => file);
    expect(named.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
    const files = TRUST[0]?.promises.flatMap(({ files: each }) => each) ?? [];
    expect(files.filter((file) => !named.includes(file))).toEqual([]);
  });

  it('include every trust.*.test.ts file', () => {
    const written = filesIn(['tests'], /(^|\/)trust\.[a-z-]+\.test\.ts$/);
    expect(written.filter((file) => !TRUST_FILES.includes(file))).toEqual([]);
  });

  it('have tests in domain, api, process and e2e', () => {
    const folders = new Set(TRUST_FILES.map((file) => file.split('/')[1]));
    expect([...folders]).toEqual(expect.arrayContaining(['domain', 'api', 'process', 'e2e']));
  });

  it('add up the cases and failures of all suites', () => {
    const [promise] = TRUST.flatMap(({ promises }) => promises);
    const files = promise?.files.length ?? 0;
    expect(firstRow(stored)).toEqual([String(files), '0']);
    expect(firstRow([...stored, { suite: 'e2e', file: first, cases: 7, failed: 2 }])).toEqual([
      String(files + 7),
      '2',
    ]);
  });

  it('count a test file that did not run as a failure', () => {
    const figures = stored.filter(({ file }) => file !== first);
    expect(trustTable(figures).missing).toEqual([first]);
    expect(firstRow(figures).at(-1)).toBe('1');
  });
});
