import { writeFileSync } from 'node:fs';
import type { SerializedError } from 'vitest';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { trustTable } from './trust.mjs';

/** Figures of a file in one suite. */
export interface FileFigures {
  suite: string;
  file: string;
  cases: number;
  failed: number;
}

/** Number of slow files to list. */
const SLOWEST = 10;

/** Milliseconds of the modules, tests and hooks of a file. */
function timeOf(module: TestModule): number {
  const { setupDuration, collectDuration, duration } = module.diagnostic();
  return setupDuration + collectDuration + duration;
}

const slowestOf = (modules: readonly TestModule[]): string[] =>
  modules
    .map((module) => ({ module, time: timeOf(module) }))
    .sort((one, other) => other.time - one.time)
    .slice(0, SLOWEST)
    .map(({ module: { project, relativeModuleId }, time }) =>
      [(time / 1_000).toFixed(1).padStart(7), 's ', project.name, ' ', relativeModuleId].join(''),
    );

/**
 * Prints the figures of a run as its last lines: the slowest files, and how many tests passed, failed and were skipped.
 * A failure outside a test (a file that does not load, a hook, an unhandled rejection) counts as one. TRUST in the
 * environment adds the table of promises; FIGURES_FILE is the path for the figures of each file.
 */
export default class FiguresReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const figures = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    const files: FileFigures[] = [];
    for (const module of modules) {
      const failedBefore = figures.failed;
      let cases = 0;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        figures[state === 'pending' ? 'skipped' : state] += 1;
        cases += test.meta().cases ?? 1;
      }
      if (!module.ok() && figures.failed === failedBefore) figures.failed += 1;
      const failed = figures.failed - failedBefore;
      files.push({ suite: module.project.name, file: module.relativeModuleId, cases, failed });
    }
    if (process.env.FIGURES_FILE) writeFileSync(process.env.FIGURES_FILE, JSON.stringify(files));
    const lines = ['The slowest files', ...slowestOf(modules), ...this.#lacking()];
    if (process.env.TRUST) {
      const { text, missing } = trustTable(files);
      lines.push(`\n${text}\n`, ...missing.map((file) => `${file} did not run`));
      figures.failed += missing.length;
    }
    lines.push(`${figures.passed} passed, ${figures.failed} failed, ${figures.skipped} skipped`);
    this.#vitest?.logger.log(lines.join('\n'));
    if (figures.failed > 0) process.exitCode = 1;
  }

  #lacking(): string[] {
    return (this.#vitest?.projects ?? []).flatMap((project) => {
      const { lacks } = project.getProvidedContext();
      return lacks === undefined ? [] : [`SKIPPED the suite ${project.name}: ${lacks}`];
    });
  }
}
