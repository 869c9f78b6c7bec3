import { once } from 'node:events';
import type { TestProject } from 'vitest/node';
import { auditAllLogs } from '#server/operate/housekeeping.ts';
import { openDatabase } from '#server/platform/database/dialects.ts';
import { inSnapshot } from '#server/platform/database/transactions.ts';
import type { RunQuery } from '#server/platform/http/operation.ts';
import { openDataFolder } from '../kit/program.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Data folder with the demonstration, loaded once; each test file copies it. */
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
  await workedUpOn(folder.dataDir);
  project.provide('demonstration', folder.dataDir);
  return folder.close;
}

/** Does the work of a server's first minute, which a server on each copy would repeat. */
async function workedUpOn(dataDir: string): Promise<void> {
  const { db, close } = openDatabase({ dataDir });
  const ask: RunQuery = (query, ...rest) => inSnapshot(db, (trx) => query(trx, ...rest));
  await auditAllLogs({ db, ask }, Date.now());
  await close();
}
