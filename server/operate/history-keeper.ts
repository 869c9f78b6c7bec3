/** Counts what was added to the log since the last time: `server/features/workflow/history-counts.ts`. */
import { millisecondsInMinute } from 'date-fns/constants';
import type { Kysely } from 'kysely';
import type { Database } from '../platform/database/schema.ts';
import { inSnapshot, inTransaction } from '../platform/database/transactions.ts';
import { lastEventId } from '../features/cases/audit.repository.ts';
import { addHistory, countedUpTo } from '../features/workflow/stored-history.repository.ts';
import { countedPiece } from '../features/workflow/history-counts.ts';
import type { QueryArguments } from '../app/long-queries.ts';
import type { Stored } from './housekeeping.ts';
import { keepDoing } from './repeated-work.ts';

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
