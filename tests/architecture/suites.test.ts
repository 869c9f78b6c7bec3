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

/** Global setup files of each suite, in tests/setup. */
const needs: Record<string, string[]> = {
  server: ['built-workers'],
  'api-sqlite': ['built-workers'],
  'api-postgres': ['built-workers', 'postgres'],
  'api-processes': ['built-app', 'built-workers', 'built-member', 'postgres'],
  process: ['built-app'],
  'full-length': ['built-app', 'built-workers'],
  undisturbed: ['built-app', 'built-workers'],
  cluster: ['built-app', 'built-workers', 'postgres'],
  drill: ['built-app', 'cluster-packages'],
  machine: ['built-app', 'debian-packages'],
  watching: ['built-app', 'prometheus'],
  e2e: ['built-app', 'browser', 'demonstration'],
  'e2e-deep': ['built-workers', 'built-app', 'browser', 'demonstration'],
};

describe('suites', () => {
  it('have test files', () => {
    const empty = suites.filter((suite) => filesOf(suite).length === 0);
    expect(empty.map(({ name }) => name)).toEqual([]);
  });

  it('include every test file', () => {
    const known = new Set(suites.flatMap(filesOf));
    expect(
      files.filter((file) => !known.has(file)),
      'vitest would never run them',
    ).toEqual([]);
  });

  it('have exactly the global setup that they need', () => {
    for (const { name, globalSetup = [] } of suites)
      expect([name, [globalSetup].flat()]).toEqual([
        name,
        (needs[name] ?? []).map((need) => `tests/setup/${need}.ts`),
      ]);
  });

  it('that need optional software use the skipping runner', () => {
    const skippable = suites.filter(({ runner }) => runner === 'tests/setup/skipping-runner.ts');
    expect(skippable.map(({ name }) => name)).toEqual([
      'api-postgres',
      'e2e',
      'api-processes',
      'cluster',
      'drill',
      'machine',
      'watching',
      'e2e-deep',
    ]);
  });

  it('belong to either `npm test` or `npm run test:deep`', () => {
    const names = (mode: string) => suitesOf(mode).map(({ name }) => name);
    expect([...names('everyday'), ...names('deep')]).toEqual(names('test'));
  });

  it('of `npm test` cover every test folder except cluster, drill, machine and watching', () => {
    const everyday = new Set(suitesOf('everyday').flatMap(filesOf));
    const others = files.filter((file) => !everyday.has(file)).map((file) => file.split('/')[1]);
    expect([...new Set(others)]).toEqual(['cluster', 'drill', 'machine', 'watching']);
  });

  it('name only existing files', () => {
    const named = suites.flatMap(({ include }) => include).filter((file) => !file.includes('*'));
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((file) => !files.includes(file))).toEqual([]);
  });
});
