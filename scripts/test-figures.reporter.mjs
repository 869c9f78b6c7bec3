import { writeFileSync } from 'node:fs';

/** @import { SerializedError } from 'vitest' */
/** @import { Reporter, TestModule } from 'vitest/node' */
/** @import { FileFigures } from './trust.mjs' */

/**
 * Leaves the figures of a run in the file that TEST_FIGURES_FILE names. What fails outside a test (a
 * file that does not load, a hook, an unhandled rejection) counts as one failure.
 * @implements {Reporter}
 */
export default class TestFigures {
  /**
   * @param {readonly TestModule[]} modules
   * @param {readonly SerializedError[]} unhandledErrors
   */
  onTestRunEnd(modules, unhandledErrors) {
    /** @type {{ passed: number, failed: number, skipped: number, files: FileFigures[] }} */
    const figures = { passed: 0, failed: unhandledErrors.length, skipped: 0, files: [] };
    for (const module of modules) {
      const failedBefore = figures.failed;
      let cases = 0;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        figures[state === 'pending' ? 'skipped' : state] += 1;
        cases += test.meta().cases ?? 1;
      }
      if (!module.ok() && figures.failed === failedBefore) figures.failed += 1;
      figures.files.push({
        file: module.relativeModuleId,
        cases,
        failed: figures.failed - failedBefore,
      });
    }
    const file = process.env.TEST_FIGURES_FILE;
    if (file) writeFileSync(file, JSON.stringify(figures));
  }
}
