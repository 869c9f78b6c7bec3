import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from './database/schema.ts';
import { inTransaction } from './database/transactions.ts';
import type { SupportStore } from './documents/support-store.ts';
import { sweepSupports } from './operations/expenses/support-cleanup.ts';
import { ATTEMPT_WINDOW } from './policies/attempt.policy.ts';
import { IDLE_LIMIT } from './policies/session.policy.ts';
import { deleteAttemptsBefore } from './repositories/attempt.repository.ts';
import { deleteKeysBefore } from './repositories/idempotency.repository.ts';
import { deleteWindowsBefore } from './repositories/rate-limit.repository.ts';
import { deleteExpiredSessions } from './repositories/session.repository.ts';

const HOUR = 60 * 60_000;
/** A creation may be repeated for a day. */
const KEY_LIFE = 24 * HOUR;

/** Removes what has no effect any more. Any number of processes may do it, at any time. */
export const tidy = (db: Kysely<Database>, now: number): Promise<void> =>
  inTransaction(db, async (trx) => {
    await deleteExpiredSessions(trx, now, now - IDLE_LIMIT);
    await deleteAttemptsBefore(trx, now - ATTEMPT_WINDOW);
    await deleteKeysBefore(trx, now - KEY_LIFE);
    await deleteWindowsBefore(trx, now);
  });

export interface Kept {
  db: Kysely<Database>;
  supports: SupportStore;
  log: Logger;
}

/**
 * Tidies now and every hour; files that no expense names are swept once, now, since only a process that
 * ended leaves them.
 *
 * @returns what ends it, after what is in hand
 */
export function keepTidy({ db, supports, log }: Kept): () => Promise<void> {
  let working: Promise<void> = Promise.resolve();
  const next = (work: () => Promise<void>) => {
    working = working
      .then(work)
      .catch((error: unknown) => log.warn({ err: error }, 'falló la limpieza'));
  };
  const tidyNow = () => next(() => tidy(db, Date.now()));
  tidyNow();
  next(() => sweepSupports({ supports, read: (work) => inTransaction(db, work) }, Date.now()));
  const timer = setInterval(tidyNow, HOUR);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await working;
  };
}
