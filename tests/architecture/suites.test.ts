import { describe, expect, it } from 'vitest';
import { planTests, SUITES, testFiles } from '../../scripts/test-plan.mjs';
import viteConfig from '../../vite.config.ts';
import { filesIn } from './source-graph.ts';

async function chosenBy(...args: string[]): Promise<string[]> {
  return (await planTests(args)).suites.map((suite) => suite.name);
}

describe('suites', () => {
  it('the runner knows the projects of vite.config.ts', () => {
    const { test } = viteConfig({ command: 'serve', mode: 'test', isSsrBuild: false });
    const names = (test?.projects ?? []).map((project) =>
      typeof project === 'object' && 'test' in project ? project.test?.name : undefined,
    );
    expect(names).toEqual(SUITES.map((suite) => suite.name));
  });

  it('each has tests', () => {
    const empty = SUITES.filter((suite) => testFiles(suite).length === 0);
    expect(empty.map((suite) => suite.folder)).toEqual([]);
  });

  it('each test file belongs to one', () => {
    const known = new Set(SUITES.flatMap(testFiles));
    const orphans = filesIn(['tests'], /\.(test|spec)\.[a-z]+$/).filter((file) => !known.has(file));
    expect(orphans, 'vitest would never run them').toEqual([]);
  });
});

describe('the choice of suites decides what npm test looks for', () => {
  it('runs all without arguments', async () => {
    expect(await chosenBy()).toEqual(SUITES.map((suite) => suite.name));
  });

  it('follows --project in both spellings, wildcards and exclusions', async () => {
    expect(await chosenBy('--project', 'domain')).toEqual(['domain']);
    expect(await chosenBy('--project=api-*')).toEqual(['api-sqlite', 'api-postgres']);
    expect(await chosenBy('--project', '!e2e', '--project', '!api-*')).toEqual([
      'architecture',
      'contract',
      'domain',
      'flows',
      'server',
      'views',
      'process',
    ]);
  });

  it('follows file names, with or without a line', async () => {
    expect(await chosenBy('tests/architecture/suites')).toEqual(['architecture']);
    expect(await chosenBy('suites.test.ts:10', '-t', 'domain')).toEqual(['architecture']);
  });

  it('hands on the other arguments', async () => {
    const plan = await planTests(['--project', 'domain', '-t', 'money', '--bail=1']);
    expect(plan.options).toEqual(['-t', 'money', '--bail=1']);
    expect(plan.whole).toBe(false);
  });

  it('refuses a project that does not exist', async () => {
    await expect(planTests(['--project', 'domains'])).rejects.toThrow('domains');
  });
});
