import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../database/schema.ts';
import { inTransaction } from '../database/transactions.ts';
import type { SupportStore } from '../documents/support-store.ts';
import { sweepHalfWritten, sweepSupports } from '../operations/expenses/support-cleanup.ts';
import { ATTEMPT_WINDOW } from '../policies/attempt.policy.ts';
import { IDLE_LIMIT } from '../policies/session.policy.ts';
import { deleteAttemptsBefore } from '../repositories/attempt.repository.ts';
import { deleteKeysBefore } from '../repositories/idempotency.repository.ts';
import { deleteNoticesBefore } from '../repositories/notice.repository.ts';
import { deleteMailsBefore, deleteOutdatedMails } from '../repositories/outbox.repository.ts';
import { deleteExpiredPendingSignIns } from '../repositories/pending-sign-in.repository.ts';
import { deleteWindowsBefore } from '../repositories/rate-limit.repository.ts';
import { deleteExpiredSessions } from '../repositories/session.repository.ts';
import { deleteExpiredTemporaryPasswords } from '../repositories/temporary-password.repository.ts';
import { keepDoing } from './repeated-work.ts';

/**
 * A creation may be repeated for as long: a telephone sends an expense when it has a signal again. After it the date of an
 * expense that was recorded before is out of the recording window, so that it is refused and never recorded twice.
 */
export const KEY_LIFE = 62 * millisecondsInDay;
/** A notice that no daily mail took waits for so long: for somebody who is away, or for a mail server. */
const NOTICE_LIFE = 30 * millisecondsInDay;
/** That a mail was sent, or given up, is told for so long. */
const MAIL_LIFE = 90 * millisecondsInDay;

/** Removes what has no effect any more. Any number of processes may do it, at any time. */
export const tidy = (db: Kysely<Database>, now: number): Promise<void> =>
  inTransaction(db, async (trx) => {
    await deleteExpiredSessions(trx, now, now - IDLE_LIMIT);
    await deleteExpiredPendingSignIns(trx, now);
    await deleteAttemptsBefore(trx, now - ATTEMPT_WINDOW);
    await deleteKeysBefore(trx, now - KEY_LIFE);
    await deleteWindowsBefore(trx, now);
    await deleteExpiredTemporaryPasswords(trx, now);
    await deleteOutdatedMails(trx, now);
    await deleteNoticesBefore(trx, now - NOTICE_LIFE);
    await deleteMailsBefore(trx, now - MAIL_LIFE);
  });

export interface Kept {
  db: Kysely<Database>;
  supports: SupportStore;
  log: Logger;
}

const failureTo = (log: Logger) => (error: unknown) =>
  log.warn({ err: error }, 'falló la limpieza');

/**
 * Tidies now and every hour, and sweeps the files that no row names now and every day: a process that
 * ended leaves them, and a change that was refused once its file was kept.
 *
 * @returns what ends it, after what is in hand
 */
export const keepTidy = ({ db, supports, log }: Kept): (() => Promise<void>) =>
  keepDoing(
    [
      { work: () => tidy(db, Date.now()), every: millisecondsInHour },
      { work: () => sweepSupports({ db, supports }, Date.now()), every: millisecondsInDay },
    ],
    failureTo(log),
  ).end;

/** Sweeps what was half-written on this machine, now and every day: each process its own. */
export const keepScratch = ({ supports, log }: Omit<Kept, 'db'>): (() => Promise<void>) =>
  keepDoing(
    [{ work: () => sweepHalfWritten({ supports }, Date.now()), every: millisecondsInDay }],
    failureTo(log),
  ).end;
