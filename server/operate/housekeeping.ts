import { millisecondsInDay, millisecondsInHour, millisecondsInSecond } from 'date-fns/constants';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { dateInBogota, momentInBogota } from '#machines/domain/values/bogota-time.ts';
import { ATTEMPT_WINDOW } from '../features/accounts/attempts.ts';
import { IDLE_LIMIT, deleteExpiredSessions } from '../features/accounts/session.repository.ts';
import { findingsAfter } from '../features/cases/audit.ts';
import { addVerification, lastVerification } from '../features/cases/audit.repository.ts';
import { sweepHalfWritten, sweepReceipts } from '../features/expenses/receipts.ts';
import { deleteMailsBefore, deleteOutdatedMails } from '../features/outbox/outbox.repository.ts';
import {
  type DatabaseOptions,
  type EmbeddedOptions,
  databaseFile,
} from '../platform/database/dialects.ts';
import { removeUpTo } from '../platform/database/queries.ts';
import type { Database } from '../platform/database/schema.ts';
import { longLogSince } from '../platform/database/sqlite-dialect.ts';
import { inSnapshot, inTransaction } from '../platform/database/transactions.ts';
import type { ReceiptStore } from '../platform/files/receipt-store.ts';
import type { RunQuery } from '../platform/http/operation.ts';
import { runPeriodically } from '../platform/database/lease-keeper.ts';
import { hasLastHead } from './audit/log-signatures.ts';

/**
 * How long a creation may be repeated: a phone sends an expense when it has a signal again. Later the date of the
 * expense is outside the recording window, so that a repeated creation is refused and never recorded twice.
 */
export const KEY_LIFE = 62 * millisecondsInDay;
/** How long a notice waits for a daily mail while its recipient is absent or no mail server is available. */
const NOTICE_LIFE = 30 * millisecondsInDay;
/** How long the row of a mail that was sent or given up is retained. */
const MAIL_LIFE = 90 * millisecondsInDay;

/** Deletes expired rows. Several processes may run it at any time. */
export const tidy = (db: Kysely<Database>, now: number): Promise<void> =>
  inTransaction(db, async (trx) => {
    await deleteExpiredSessions(trx, now, now - IDLE_LIMIT);
    await removeUpTo(trx, 'ingreso_pendiente', 'vence', now);
    await removeUpTo(trx, 'ingreso_compania', 'vence', now);
    await removeUpTo(trx, 'salida_compania', 'vence', now);
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

/** Most hashes in a line of the log. */
const MOST_NAMES = 100;

/** Sweeps the receipts, unless the database may be an earlier copy or another one. */
async function sweepOwnReceipts({ db, receipts, log }: Stored, keyFile: string): Promise<void> {
  if (!(await hasLastHead(db, keyFile)))
    return log.error(
      'no se retiró ningún soporte: la última firma del registro no está en la base de datos',
    );
  const { unnamed, areSwept } = await sweepReceipts({ db, receipts }, Date.now());
  if (areSwept) return;
  log.error(
    { soportes: unnamed.length, primeros: unnamed.slice(0, MOST_NAMES) },
    'no se retiró ningún soporte: son demasiados los que ninguna fila nombra; revise si la base de datos es la de estos archivos',
  );
}

/**
 * Deletes expired rows now and every hour, and sweeps the receipts now and every day.
 *
 * @returns a function that stops it after the work in progress
 */
export const startCleanup = (stored: Stored, keyFile: string): (() => Promise<void>) =>
  runPeriodically(
    [
      { work: () => tidy(stored.db, Date.now()), every: millisecondsInHour },
      { work: () => sweepOwnReceipts(stored, keyFile), every: millisecondsInDay },
    ],
    failureTo(stored.log),
  ).end;

/** Deletes half-written files of this machine, now and every day; every process runs it. */
export const startTempFileCleanup = ({
  receipts,
  log,
}: Omit<Stored, 'db'>): (() => Promise<void>) =>
  runPeriodically(
    [{ work: () => sweepHalfWritten({ receipts }, Date.now()), every: millisecondsInDay }],
    failureTo(log),
  ).end;

/** Compares all boxes with their logs every night. */

/** Boxes per read, which takes a few milliseconds. */
const BOXES = 20;
/** `HH:mm` in Bogotá. */
const NIGHT = '03:00';

interface LogAuditOptions {
  db: Kysely<Database>;
  /** In a server, reads in a worker thread. */
  ask: RunQuery;
}

/** Compares every box with its log, once a day after `NIGHT`. */
export async function auditAllLogs(
  { db, ask }: LogAuditOptions,
  now: number,
  goesOn: () => boolean = () => true,
): Promise<void> {
  const night = momentInBogota(dateInBogota(now), NIGHT).getTime();
  const last = await inSnapshot(db, lastVerification);
  if (now < night || (last !== null && last.instante >= night)) return;
  let [hallazgos, derivados] = [0, 0];
  for (let after: number | null = 0; after !== null; ) {
    if (!goesOn()) return;
    const slice: Awaited<ReturnType<typeof findingsAfter>> = await ask(findingsAfter, after, BOXES);
    hallazgos += slice.hallazgos;
    derivados += slice.derivados;
    after = slice.siguiente;
  }
  await inTransaction(db, (trx) => addVerification(trx, { instante: now, hallazgos, derivados }));
}

/** Checks every hour whether logs are due. @returns a function that stops it */
export function startNightlyAudit({ db, log, ask }: Stored & LogAuditOptions): () => Promise<void> {
  let ending = false;
  const goesOn = () => !ending;
  const failed = (error: unknown) => log.warn({ err: error }, 'no se revisó el registro');
  const work = () => auditAllLogs({ db, ask }, Date.now(), goesOn);
  const { end } = runPeriodically([{ work, every: millisecondsInHour }], failed);
  return () => {
    ending = true;
    return end();
  };
}

/** Checkpoints the write-ahead log of the embedded database, so that no request waits for a checkpoint. */

/** Milliseconds between two checks of the log. */
const PERIOD = 2 * millisecondsInSecond;

interface CheckpointKeeping {
  database: DatabaseOptions;
  /** Checkpoints the log in a worker thread. */
  checkpoint: (database: EmbeddedOptions) => Promise<void>;
  log: Pick<Logger, 'warn'>;
}

/**
 * Checks the size of the log every two seconds. Does nothing for PostgreSQL, which runs its own checkpoints.
 *
 * @returns a function that stops it after the checkpoint in progress
 */
export function startCheckpoints({
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
    await checkpoint(database);
    broughtOver = written;
  };
  const failed = (error: unknown) => log.warn({ err: error }, 'falló el punto de control');
  return runPeriodically([{ work, every: PERIOD, later: true }], failed).end;
}
