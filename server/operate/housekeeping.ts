import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../platform/database/schema.ts';
import { inTransaction } from '../platform/database/transactions.ts';
import type { ReceiptStore } from '../platform/files/receipt-store.ts';
import { sweepHalfWritten, sweepReceipts } from '../features/expenses/receipt-cleanup.ts';
import { ATTEMPT_WINDOW } from '../features/accounts/attempt.policy.ts';
import { IDLE_LIMIT } from '../features/accounts/session.policy.ts';
import { removeUpTo } from '../platform/database/by-key.ts';
import { deleteMailsBefore, deleteOutdatedMails } from '../features/outbox/outbox.repository.ts';
import { deleteExpiredSessions } from '../features/accounts/session.repository.ts';
import { keepDoing } from './repeated-work.ts';

/**
 * A creation may be repeated for as long: a telephone sends an expense when it has a signal again. After it the date of an
 * expense that was recorded before is out of the recording window, so that it is refused and never recorded twice.
 */
export const KEY_LIFE = 62 * millisecondsInDay;
/** A notice that no daily mail took waits for so long: for somebody who is away, or for a mail server. */
const NOTICE_LIFE = 30 * millisecondsInDay;
/** That a mail was sent, or given up, is in the log for so long. */
const MAIL_LIFE = 90 * millisecondsInDay;

/** Removes what has no effect any more. Any number of processes may do it, at any time. */
export const tidy = (db: Kysely<Database>, now: number): Promise<void> =>
  inTransaction(db, async (trx) => {
    await deleteExpiredSessions(trx, now, now - IDLE_LIMIT);
    await removeUpTo(trx, 'ingreso_pendiente', 'vence', now);
    await removeUpTo(trx, 'intento', 'instante', now - ATTEMPT_WINDOW);
    await removeUpTo(trx, 'idempotencia', 'creado', now - KEY_LIFE);
    await removeUpTo(trx, 'limite_peticiones', 'vence', now);
    await removeUpTo(trx, 'clave_temporal', 'vence', now);
    await deleteOutdatedMails(trx, now);
    await removeUpTo(trx, 'aviso_correo', 'creado', now - NOTICE_LIFE);
    await deleteMailsBefore(trx, now - MAIL_LIFE);
  });

export interface Stored {
  db: Kysely<Database>;
  receipts: ReceiptStore;
  log: Logger;
}

const failureTo = (log: Logger) => (error: unknown) =>
  log.warn({ err: error }, 'falló la limpieza');

/**
 * Tidies now and every hour, and sweeps the files that no row names now and every day: a process that
 * ended leaves them, and a change that was refused once its file was stored.
 *
 * @returns what ends it, after what is in hand
 */
export const keepTidy = ({ db, receipts, log }: Stored): (() => Promise<void>) =>
  keepDoing(
    [
      { work: () => tidy(db, Date.now()), every: millisecondsInHour },
      { work: () => sweepReceipts({ db, receipts }, Date.now()), every: millisecondsInDay },
    ],
    failureTo(log),
  ).end;

/** Sweeps what was half-written on this machine, now and every day: each process its own. */
export const keepScratch = ({ receipts, log }: Omit<Stored, 'db'>): (() => Promise<void>) =>
  keepDoing(
    [{ work: () => sweepHalfWritten({ receipts }, Date.now()), every: millisecondsInDay }],
    failureTo(log),
  ).end;
