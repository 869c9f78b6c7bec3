import type { SerializedError } from 'vitest';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { trustTable } from './trust.mjs';

/** Figures of a file in one suite. */
export interface FileFigures {
  file: string;
  cases: number;
  failed: number;
}

/**
 * Prints the figures of a run as its last lines. What fails outside a test (a file that does not load, a hook, an
 * unhandled rejection) counts as one failure. With TRUST in the environment the table of promises comes first.
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
      files.push({ file: module.relativeModuleId, cases, failed: figures.failed - failedBefore });
    }
    const lines = this.#lacking();
    if (process.env.TRUST) {
      const { text, missing } = trustTable(files);
      lines.push(`\n${text}\n`, ...missing.map((file) => `npm test: ${file} did not run`));
      figures.failed += missing.length;
    }
    lines.push(`${figures.passed} passed, ${figures.failed} failed, ${figures.skipped} skipped`);
    this.#vitest?.logger.log(lines.join('\n'));
    if (figures.failed > 0) process.exitCode = 1;
  }

  #lacking(): string[] {
    return (this.#vitest?.projects ?? []).flatMap((project) => {
      const { lacks } = project.getProvidedContext();
      return lacks === undefined ? [] : [`npm test: SKIPPED the suite ${project.name}: ${lacks}`];
    });
  }
}
