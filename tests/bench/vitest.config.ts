import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** `npm run bench`: figures for a person to read, beside the suites of `npm test`. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['tests/bench/**/*.bench.ts'],
    testTimeout: 3_600_000,
    hookTimeout: 3_600_000,
    maxWorkers: 1,
    globalSetup: 'tests/setup/built-workers.ts',
    env: { TEST_ENGINE: process.env.TEST_ENGINE ?? 'sqlite' },
  },
});
