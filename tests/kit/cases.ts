/** Number of cases that a test tried, for the table of promises. */
import { TestRunner } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** Cases of the test; absent in a test that is one case. */
    cases?: number;
  }
}

/**
 * Counts cases of the running test: bodies sent, requests raced, kills survived. A test without a count is one case;
 * hooks do not count.
 */
export function tried(cases: number): void {
  const test = TestRunner.getCurrentTest();
  if (test !== undefined) test.meta.cases = (test.meta.cases ?? 0) + cases;
}
