/** Brings the log of the embedded database into its file, so that no request waits for it. */
import { millisecondsInSecond } from 'date-fns/constants';
import type { Logger } from 'pino';
import { type DatabaseOptions, databaseFile } from '../platform/database/dialects.ts';
import { longLogSince } from '../platform/database/sqlite-dialect.ts';
import { keepDoing } from './repeated-work.ts';

/** Milliseconds between two looks at the log. */
const PERIOD = 2 * millisecondsInSecond;

interface CheckpointKeeping {
  database: DatabaseOptions;
  /** Brings the log over, in a thread of its own. */
  checkpoint: (dataDir: string) => Promise<void>;
  log: Pick<Logger, 'warn'>;
}

/**
 * Looks at the log every two seconds. PostgreSQL does by itself what this is for.
 *
 * @returns what ends it, after the checkpoint in hand
 */
export function keepCheckpoints({
  database,
  checkpoint,
  log,
}: CheckpointKeeping): () => Promise<void> {
  if (!('dataDir' in database)) return async () => {};
  const { dataDir } = database;
  let broughtOver: number | null = null;
  const work = async () => {
    const written = await longLogSince(databaseFile(dataDir));
    if (written === null || written === broughtOver) return;
    await checkpoint(dataDir);
    broughtOver = written;
  };
  const failed = (error: unknown) => log.warn({ err: error }, 'falló el punto de control');
  return keepDoing([{ work, every: PERIOD, later: true }], failed).end;
}
