import { once } from 'node:events';
import type { TestProject } from 'vitest/node';
import { openDataFolder } from '../kit/program.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder with the demonstration, for each file to copy: it is loaded once. */
    demonstration?: string;
  }
}

/** Provides `demonstration`, unless the suite is skipped. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | void> {
  if (project.getProvidedContext().lacks !== undefined) return;
  const folder = openDataFolder();
  const { child } = await folder.serve('demo');
  const ended = once(child, 'close');
  child.kill('SIGTERM');
  await ended;
  project.provide('demonstration', folder.dataDir);
  return folder.close;
}
