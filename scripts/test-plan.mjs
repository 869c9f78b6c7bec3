import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from './project.mjs';
import { TRUST_FILES } from './trust.mjs';

/**
 * What a suite cannot run without.
 * @typedef {'browser' | 'postgres' | 'built app'} Need
 * @typedef {{ name: string, folder: string, needs: readonly Need[] }} Suite
 * @typedef {object} Plan
 * @property {Suite[]} suites those that the arguments ask for
 * @property {boolean} whole whether no file or test name narrows them, so that each must have tests
 * @property {boolean} trust whether they are those of the promises, at full length
 * @property {string[]} options the arguments, without the choice of projects
 */

/** The projects of vite.config.ts, in its order. @type {readonly Suite[]} */
export const SUITES = [
  { name: 'architecture', folder: 'tests/architecture', needs: [] },
  { name: 'contract', folder: 'tests/contract', needs: [] },
  { name: 'domain', folder: 'tests/domain', needs: [] },
  { name: 'flows', folder: 'tests/flows', needs: [] },
  { name: 'server', folder: 'tests/server', needs: [] },
  { name: 'views', folder: 'tests/views', needs: [] },
  { name: 'api-sqlite', folder: 'tests/api', needs: [] },
  { name: 'api-postgres', folder: 'tests/api', needs: ['postgres'] },
  { name: 'process', folder: 'tests/process', needs: ['built app'] },
  { name: 'e2e', folder: 'tests/e2e', needs: ['browser', 'built app'] },
];

/**
 * Which suites `npm test -- <args>` runs, so that nothing is looked for that none of them needs.
 * @param {string[]} args
 * @returns {Promise<Plan>}
 */
export async function planTests(args) {
  if (args.length === 0) return { suites: [...SUITES], whole: true, trust: false, options: [] };
  if (args[0] === '--trust')
    return { ...(await planTests([...TRUST_FILES, ...args.slice(1)])), trust: true };
  // Vitest's own parser knows which words are values of options and which are files.
  const { parseCLI } = await import('vitest/node');
  const { filter, options } = parseCLI(['vitest', 'run', ...args]);
  const patterns = [options.project ?? []].flat();
  const chosen = SUITES.filter((suite) => isChosen(suite.name, patterns));
  if (chosen.length === 0) throw new Error(`no suite is called ${patterns.join(', ')}`);
  return {
    suites: filter.length === 0 ? chosen : chosen.filter((suite) => hasFile(suite, filter)),
    whole: filter.length === 0 && options.testNamePattern === undefined && !options.changed,
    trust: false,
    options: withoutProjects(args),
  };
}

/**
 * Paths of the test files of a suite, from the root of the project.
 * @param {Suite} suite
 */
export function testFiles(suite) {
  const folder = path.join(root, suite.folder);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => `${suite.folder}/${name.replaceAll('\\', '/')}`);
}

/**
 * @param {string} name
 * @param {string[]} patterns names, with `*` for any text and `!` in front for "all but"
 */
function isChosen(name, patterns) {
  const matches = (/** @type {string} */ pattern) =>
    new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`).test(
      name,
    );
  const wanted = patterns.filter((pattern) => !pattern.startsWith('!'));
  const unwanted = patterns.filter((pattern) => pattern.startsWith('!'));
  if (unwanted.some((pattern) => matches(pattern.slice(1)))) return false;
  return wanted.length === 0 || wanted.some(matches);
}

/**
 * @param {Suite} suite
 * @param {string[]} filters parts of paths, perhaps with a line number
 */
function hasFile(suite, filters) {
  const parts = filters.map((filter) =>
    path.relative(root, path.resolve(root, filter.replace(/:\d+$/, ''))).replaceAll('\\', '/'),
  );
  return testFiles(suite).some((file) => parts.some((part) => file.includes(part)));
}

/** @param {string[]} args */
function withoutProjects(args) {
  return args.filter(
    (arg, index) =>
      arg !== '--project' && !arg.startsWith('--project=') && args[index - 1] !== '--project',
  );
}
