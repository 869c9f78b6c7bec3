import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** `npm run upgrade:try`: builds the last release for a trial of some minutes, beside the suites of `npm test`. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['tests/upgrade/*.trial.ts'],
    globalSetup: ['last-release', 'next-release', 'postgres'].map(
      (name) => `tests/setup/${name}.ts`,
    ),
    runner: 'tests/setup/skipping-runner.ts',
    reporters: ['default', 'tests/setup/figures.reporter.ts'],
  },
});
