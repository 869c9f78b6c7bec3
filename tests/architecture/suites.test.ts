import { describe, expect, it } from 'vitest';
import viteConfig from '../../vite.config.ts';
import { filesIn } from './source-graph.ts';

interface Suite {
  name: string;
  include: string[];
  globalSetup?: string | string[];
  runner?: string;
}

const suitesOf = (mode: string): Suite[] => {
  const { test } = viteConfig({ command: 'serve', mode, isSsrBuild: false });
  return (test?.projects ?? []).flatMap((project) =>
    typeof project === 'object' && 'test' in project ? [project.test as Suite] : [],
  );
};
const suites = suitesOf('test');
const files = filesIn(['tests'], /\.(test|spec)\.[a-z]+$/);
const filesOf = ({ include }: Suite) =>
  files.filter((file) =>
    include.some((pattern) => file.startsWith(pattern.replace(/\*\*.*$/, ''))),
  );

/** What the suites need beside the sources, as files of tests/setup. */
const needs: Record<string, string[]> = {
  server: ['built-workers'],
  'api-sqlite': ['built-workers'],
  'api-postgres': ['built-workers', 'postgres'],
  'api-processes': ['built-app', 'built-workers', 'built-member', 'postgres'],
  process: ['built-app'],
  'full-length': ['built-app', 'built-workers'],
  cluster: ['built-app', 'built-workers', 'postgres'],
  drill: ['built-app', 'cluster-packages'],
  watching: ['built-app', 'prometheus'],
  e2e: ['built-app', 'browser', 'demonstration'],
  'e2e-deep': ['built-app', 'browser', 'demonstration'],
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
      'e2e',
      'api-processes',
      'cluster',
      'drill',
      'watching',
      'e2e-deep',
    ]);
  });

  it('each runs in `npm test` or in `npm run test:deep`', () => {
    const names = (mode: string) => suitesOf(mode).map(({ name }) => name);
    expect([...names('everyday'), ...names('deep')]).toEqual(names('test'));
  });

  it('every test has a form in `npm test`, but those of a cluster', () => {
    const everyday = new Set(suitesOf('everyday').flatMap(filesOf));
    const others = files.filter((file) => !everyday.has(file)).map((file) => file.split('/')[1]);
    expect([...new Set(others)]).toEqual(['cluster', 'drill', 'watching']);
  });

  it('each file that is named exists', () => {
    const named = suites.flatMap(({ include }) => include).filter((file) => !file.includes('*'));
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((file) => !files.includes(file))).toEqual([]);
  });
});
