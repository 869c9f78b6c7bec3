import { describe, expect, it } from 'vitest';
import viteConfig from '../../vite.config.ts';
import { filesIn } from './source-graph.ts';

interface Suite {
  name: string;
  include: string[];
  globalSetup?: string | string[];
  runner?: string;
}

const { test } = viteConfig({ command: 'serve', mode: 'test', isSsrBuild: false });
const suites = (test?.projects ?? []).flatMap((project) =>
  typeof project === 'object' && 'test' in project ? [project.test as Suite] : [],
);
const files = filesIn(['tests'], /\.(test|spec)\.[a-z]+$/);
const filesOf = ({ include }: Suite) =>
  files.filter((file) =>
    include.some((pattern) => file.startsWith(pattern.replace(/\*\*.*$/, ''))),
  );

/** What the suites need beside the sources, as files of tests/setup. */
const needs: Record<string, string[]> = {
  server: ['built-workers'],
  'api-sqlite': ['built-workers'],
  'api-postgres': ['built-app', 'built-workers', 'built-member', 'postgres'],
  process: ['built-app'],
  cluster: ['built-app', 'built-workers', 'postgres'],
  drill: ['built-app', 'cluster-packages'],
  watching: ['built-app', 'prometheus'],
  e2e: ['built-app', 'browser', 'demonstration'],
};

describe('suites', () => {
  it('each has tests', () => {
    const empty = suites.filter((suite) => filesOf(suite).length === 0);
    expect(empty.map(({ name }) => name)).toEqual([]);
  });

  it('each test file belongs to one', () => {
    const known = new Set(suites.flatMap(filesOf));
    expect(
      files.filter((file) => !known.has(file)),
      'vitest would never run them',
    ).toEqual([]);
  });

  it('each finds, starts or builds what it needs, and no other looks for it', () => {
    for (const { name, globalSetup = [] } of suites)
      expect([name, [globalSetup].flat()]).toEqual([
        name,
        (needs[name] ?? []).map((need) => `tests/setup/${need}.ts`),
      ]);
  });

  it('those that a machine may be unable to run are skipped there', () => {
    const skippable = suites.filter(({ runner }) => runner === 'tests/setup/skipping-runner.ts');
    expect(skippable.map(({ name }) => name)).toEqual([
      'api-postgres',
      'cluster',
      'drill',
      'watching',
      'e2e',
    ]);
  });
});
