// `npm test`: finds, starts or installs what the chosen suites need, runs them, and takes it away again.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import { buildWhenStale } from './built-app.mjs';
import { findBrowser } from './find-browser.mjs';
import { findPostgresBinaries } from './find-postgres.mjs';
import { installDebianPackages, installPlaywrightBrowser } from './install.mjs';
import { accepts, startPrivatePostgres } from './private-postgres.mjs';
import { endRunning, root, runNode, thisMachine } from './project.mjs';
import { planTests, testFiles } from './test-plan.mjs';
import { FULL_LENGTH, trustTable } from './trust.mjs';

/** @import { Need, Plan, Suite } from './test-plan.mjs' */
/** @import { FileFigures } from './trust.mjs' */
/** @typedef {{ passed: number, failed: number, skipped: number, files: FileFigures[] }} Figures */

const isCI = !['', '0', 'false'].includes(process.env.CI ?? '');

/** What has to be undone at the end, whatever the end is, the last first. @type {Array<() => unknown>} */
const undo = [];
/** Set by the first Ctrl-C. @type {NodeJS.Signals | undefined} */
let interruptedBy;

/**
 * Provides one thing. Gives what vitest must find in its environment, or, when this machine cannot
 * have it, the sentence that says what to install.
 * @type {Record<Need, () => Promise<Record<string, string> | string>>}
 */
const provide = {
  browser: async () => {
    const file =
      findBrowser(thisMachine) ??
      (installDebianPackages(thisMachine, ['chromium', 'fonts-liberation'])
        ? findBrowser(thisMachine)
        : undefined) ??
      (installPlaywrightBrowser() ? findBrowser(thisMachine) : undefined);
    return file
      ? { CHROMIUM_PATH: file }
      : 'install Chromium or Chrome, or set CHROMIUM_PATH to its executable';
  },
  postgres: async () => {
    const given = process.env.TEST_DATABASE_URL;
    if (given) {
      if (await accepts(given)) return { TEST_DATABASE_URL: given };
      throw new Error('the PostgreSQL that TEST_DATABASE_URL names does not answer');
    }
    const binaries =
      findPostgresBinaries(thisMachine) ??
      (installDebianPackages(thisMachine, ['postgresql'])
        ? findPostgresBinaries(thisMachine)
        : undefined);
    if (!binaries) {
      return 'install PostgreSQL (its initdb and postgres), or set TEST_DATABASE_URL to an empty database server';
    }
    const cluster = await startPrivatePostgres(binaries);
    undo.push(cluster.stop);
    return { TEST_DATABASE_URL: cluster.url };
  },
  'built app': async () => {
    await buildWhenStale();
    return {};
  },
};

/**
 * @param {Plan} plan
 * @returns {Promise<{ env: Record<string, string>, missing: Map<Need, string> }>}
 */
async function provideFor(plan) {
  const env = {};
  const missing = new Map();
  const provided = new Set();
  for (const { needs } of plan.suites) {
    for (const need of needs) {
      if (needs.some((other) => missing.has(other)) || provided.has(need)) continue;
      const given = await provide[need]();
      provided.add(need);
      if (typeof given === 'string') missing.set(need, given);
      else Object.assign(env, given);
    }
  }
  return { env, missing };
}

/**
 * @param {Suite[]} suites
 * @param {string[]} options
 * @param {Record<string, string>} env
 * @returns {Promise<{ code: number, figures: Figures }>}
 */
async function runVitest(suites, options, env) {
  const folder = mkdtempSync(path.join(tmpdir(), 'caja-menor-figures-'));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'figures.json');
  const reporters = ['./scripts/test-figures.reporter.mjs'];
  if (!options.some((option) => option.startsWith('--reporter'))) reporters.unshift('default');
  const code = await runNode(
    [
      path.join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      ...suites.map((suite) => `--project=${suite.name}`),
      ...reporters.map((reporter) => `--reporter=${reporter}`),
      ...options,
    ],
    { ...env, TEST_FIGURES_FILE: file },
  );
  try {
    return { code, figures: JSON.parse(readFileSync(file, 'utf8')) };
  } catch {
    // Vitest ended before it had figures.
    return { code, figures: noFigures(code === 0 ? 0 : 1) };
  }
}

/** @param {number} failed @returns {Figures} */
const noFigures = (failed) => ({ passed: 0, failed, skipped: 0, files: [] });

/** @param {string[]} args */
async function main(args) {
  const plan = await planTests(args);
  const empty = plan.whole ? plan.suites.filter((suite) => testFiles(suite).length === 0) : [];
  const { env, missing } = await provideFor(plan);
  if (interruptedBy) throw new Error(`interrupted by ${interruptedBy}`);
  const lacks = (/** @type {Suite} */ suite) => suite.needs.find((need) => missing.has(need));
  const skipped = plan.suites.filter(lacks);
  const runnable = plan.suites.filter((suite) => !lacks(suite) && !empty.includes(suite));
  const { code, figures } =
    runnable.length > 0 || plan.suites.length === 0
      ? await runVitest(runnable, plan.options, {
          ...env,
          ...(plan.trust && !isCI ? FULL_LENGTH : {}),
        })
      : { code: 0, figures: noFigures(0) };
  for (const suite of empty) {
    console.log(`npm test: the suite ${suite.name} has no test in ${suite.folder}/`);
  }
  for (const suite of skipped) {
    const need = lacks(suite);
    console.log(`npm test: SKIPPED the suite ${suite.name}: ${need && missing.get(need)}`);
  }
  figures.failed += empty.length;
  if (plan.trust) {
    const { text, missing } = trustTable(figures.files);
    console.log(`\n${text}\n`);
    for (const file of missing) console.log(`npm test: ${file} did not run`);
    figures.failed += missing.length;
  }
  // Skipping is a courtesy to a person's machine; a gate that skipped has not looked.
  figures[isCI ? 'failed' : 'skipped'] += skipped.length;
  return { code: code || (figures.failed > 0 ? 1 : 0), figures };
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    // The first asks vitest to end and waits; the second does not wait.
    endRunning(interruptedBy ? 'SIGKILL' : signal);
    interruptedBy ??= signal;
  });
}

let result = { code: 1, figures: noFigures(1) };
try {
  result = await main(process.argv.slice(2));
} catch (error) {
  console.error(`npm test: ${error instanceof Error ? error.message : error}`);
} finally {
  for (const step of undo.reverse()) await step();
}
const { passed, failed, skipped } = result.figures;
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = interruptedBy ? 128 + constants.signals[interruptedBy] : result.code;
