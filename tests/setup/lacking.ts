import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** What to install before the suite can run. */
    lacks?: string;
  }
}

const isCI = !['', '0', 'false'].includes(process.env.CI ?? '');

/** Skips the tests of a suite, in CI too, when it needs software that not every machine can have. */
export const leaveOut = (project: TestProject, lacks: string): void =>
  project.provide('lacks', lacks);

/**
 * Skips the tests of a suite.
 *
 * @throws Error in CI, where a skipped suite would count as passed
 */
export function skipSuite(project: TestProject, lacks: string): void {
  if (isCI) throw new Error(`the suite ${project.name} cannot run: ${lacks}`);
  leaveOut(project, lacks);
}
