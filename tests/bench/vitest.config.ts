import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** `npm run bench`: measurements to read, apart from the suites of `npm test`. */
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
