/** How much one test tried: for the table of the promises. */
import { TestRunner } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** Cases beside the test itself; absent in a test that is one case. */
    cases?: number;
  }
}

/**
 * Counts cases that the running test tried: bodies sent, copies raced, kills survived. A test that never
 * says so counts as one; what a hook prepares is no case.
 */
export function tried(cases: number): void {
  const test = TestRunner.getCurrentTest();
  if (test !== undefined) test.meta.cases = (test.meta.cases ?? 0) + cases;
}
