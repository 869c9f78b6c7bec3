import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** What to install before the suite can run. */
    lacks?: string;
  }
}

const isCI = !['', '0', 'false'].includes(process.env.CI ?? '');

/** Has the tests of a suite skipped, in CI too: of one that needs what not every machine can have. */
export const leaveOut = (project: TestProject, lacks: string): void =>
  project.provide('lacks', lacks);

/**
 * Has the tests of a suite skipped.
 *
 * @throws Error in CI: skipping is a courtesy to a person's machine; a gate that skipped has not looked
 */
export function skipSuite(project: TestProject, lacks: string): void {
  if (isCI) throw new Error(`the suite ${project.name} cannot run: ${lacks}`);
  leaveOut(project, lacks);
}
