import {
  millisecondsInDay,
  millisecondsInHour,
  millisecondsInMinute,
  millisecondsInSecond,
} from 'date-fns/constants';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { dateInBogota, momentInBogota } from '#machines/domain/values/bogota-time.ts';
import type { QueryArguments } from '../app/long-reads.ts';
import { ATTEMPT_WINDOW } from '../features/accounts/attempts.ts';
import { IDLE_LIMIT, deleteExpiredSessions } from '../features/accounts/session.repository.ts';
import type { findingsAfter } from '../features/cases/audit.ts';
import { addLook, lastEventId, lastLook } from '../features/cases/audit.repository.ts';
import { addMissingCases } from '../features/cases/event.repository.ts';
import { sweepHalfWritten, sweepReceipts } from '../features/expenses/receipts.ts';
import { deleteMailsBefore, deleteOutdatedMails } from '../features/outbox/outbox.repository.ts';
import {
  addHistory,
  countedPiece,
  countedUpTo,
} from '../features/workflow/workflow-history.repository.ts';
import { type DatabaseOptions, databaseFile } from '../platform/database/dialects.ts';
import { removeUpTo } from '../platform/database/queries.ts';
import type { Database } from '../platform/database/schema.ts';
import { longLogSince } from '../platform/database/sqlite-dialect.ts';
import { inSnapshot, inTransaction } from '../platform/database/transactions.ts';
import type { ReceiptStore } from '../platform/files/receipt-store.ts';
import { keepDoing } from '../platform/database/lease-keeper.ts';

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

/** Counts what was added to the log since the last time: `server/features/workflow/workflow-history.repository.ts`. */

/** Events of one piece: a few milliseconds to write. */
const PIECE = 1_000;
/** The same where nobody waits: a period that many of them are in is written once. */
const LARGE_PIECE = 100_000;

interface HistoryKeeping {
  db: Kysely<Database>;
  /** In a server: reads in a thread of its own. */
  ask: (
    name: 'countedPiece',
    ...rest: QueryArguments<'countedPiece'>
  ) => ReturnType<typeof countedPiece>;
}

/**
 * Counts the log up to its end, in pieces that each are a transaction. Any number of processes may do it: each piece is
 * counted once.
 *
 * @param goesOn asked before each piece
 * @param events of one piece
 */
export async function countHistory(
  { db, ask }: HistoryKeeping,
  goesOn: () => boolean = () => true,
  events = PIECE,
): Promise<void> {
  const end = await inSnapshot(db, lastEventId);
  for (let after = await inSnapshot(db, countedUpTo); after < end && goesOn(); ) {
    const { upTo, rows } = await ask('countedPiece', after, end, events);
    const isCounted = await inTransaction(db, (trx) => addHistory(trx, { after, upTo }, rows));
    after = isCounted ? upTo : await inSnapshot(db, countedUpTo);
  }
}

/** Counts the log of a database that nobody else uses, in this thread. */
export const countHistoryHere = (db: Kysely<Database>): Promise<void> =>
  countHistory(
    { db, ask: (_name, ...piece) => inSnapshot(db, (trx) => countedPiece(trx, ...piece)) },
    undefined,
    LARGE_PIECE,
  );

/**
 * Counts now and every minute.
 *
 * @returns what ends it, after the piece in hand
 */
export function keepHistory({ db, log, ask }: Stored & HistoryKeeping): () => Promise<void> {
  let ending = false;
  const work = () => countHistory({ db, ask }, () => !ending);
  const failed = (error: unknown) => log.warn({ err: error }, 'no se contó la historia');
  const { end } = keepDoing([{ work, every: millisecondsInMinute }], failed);
  return () => {
    ending = true;
    return end();
  };
}

/** The rows of closed boxes that are missing, and the nightly look at the logs of all of them. */

/** Boxes of one transaction, or of one look: a few milliseconds. */
const BOXES = 20;
/** `HH:mm` in Bogotá. */
const NIGHT = '03:00';

interface LogLooking {
  db: Kysely<Database>;
  /** In a server: reads in a thread of its own. */
  ask: (
    name: 'findingsAfter',
    ...rest: QueryArguments<'findingsAfter'>
  ) => ReturnType<typeof findingsAfter>;
}

/** Writes what a release without them left; a new closing writes its own. */
export async function addCasesOfBefore(
  db: Kysely<Database>,
  goesOn: () => boolean = () => true,
): Promise<void> {
  while (goesOn() && (await inTransaction(db, (trx) => addMissingCases(trx, BOXES))));
}

/** Compares every box with its log unless that was done since the last night began. */
export async function lookAtLogs(
  { db, ask }: LogLooking,
  now: number,
  goesOn: () => boolean = () => true,
): Promise<void> {
  const night = momentInBogota(dateInBogota(now), NIGHT).getTime();
  const last = await inSnapshot(db, lastLook);
  if (now < night || (last !== null && last.instante >= night)) return;
  let hallazgos = 0;
  for (let after: number | null = 0; after !== null; ) {
    if (!goesOn()) return;
    const slice: Awaited<ReturnType<typeof findingsAfter>> = await ask(
      'findingsAfter',
      after,
      BOXES,
    );
    hallazgos += slice.hallazgos;
    after = slice.siguiente;
  }
  await inTransaction(db, (trx) => addLook(trx, { instante: now, hallazgos }));
}

/** Looks every hour whether it is time. @returns what ends it, after the piece in hand */
export function keepLooking({ db, log, ask }: Stored & LogLooking): () => Promise<void> {
  let ending = false;
  const goesOn = () => !ending;
  const failed = (error: unknown) => log.warn({ err: error }, 'no se revisó el registro');
  const { end } = keepDoing(
    [
      { work: () => addCasesOfBefore(db, goesOn), every: millisecondsInDay },
      { work: () => lookAtLogs({ db, ask }, Date.now(), goesOn), every: millisecondsInHour },
    ],
    failed,
  );
  return () => {
    ending = true;
    return end();
  };
}

/** Brings the log of the embedded database into its file, so that no request waits for it. */

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
