/** Work at a standby that has everything that the primary had when the work was asked for, or the reason why not. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { openDatabaseForReading } from '../database/dialects.ts';
import type { Database } from '../database/schema.ts';
import { withoutTransaction } from '../database/transactions.ts';
import { codeOf } from '../errors/error-code.ts';
import { bytesBehind, type LogPosition } from '../repositories/standby.repository.ts';
import { currentScope } from '../tracing/scope.ts';

export interface StandbyTarget {
  databaseUrl: string;
  /** End of the primary's log, asked for after the read was. */
  end: LogPosition;
}

/**
 * `unreachable`: gone, starting up, silent. `behind`: it lacks something for longer than anybody waits. `foreign`: no
 * standby of this database, as after its promotion. `conflict` and `slow`: it ended this one read.
 */
export type StandbyTrouble = 'unreachable' | 'behind' | 'foreign' | 'conflict' | 'slow';

export interface Missed {
  trouble: StandbyTrouble;
  /** Words for the log. */
  detail: string;
  /** Bytes of the log that it has not replayed, as far as it said so. */
  lag: number | null;
}

/** Milliseconds; the rest of the deadline of a read is the primary's. */
const timeouts = { connection: 1_000, statement: 5_000, answer: 6_000 };
/** Milliseconds that somebody waits for a standby to replay what it lacks, and between two looks. */
const PATIENCE = 500;
const LOOK = 10;

/** A recovery conflict cancels a statement, or ends its connection; a statement reached its limit. */
const troubleOf: Record<string, StandbyTrouble> = { '40001': 'conflict', '57014': 'slow' };

/** @returns bytes that it still lacks, at the first look and at the last one; null where it is no standby of that database */
async function awaited(
  db: Kysely<Database>,
  end: LogPosition,
): Promise<{ first: number; last: number } | null> {
  const look = () => withoutTransaction(db, (trx) => bytesBehind(trx, end));
  const first = await look();
  let last = first;
  for (const until = performance.now() + PATIENCE; last !== null && last > 0; last = await look()) {
    if (performance.now() > until) break;
    await wait(LOOK);
  }
  return first === null || last === null ? null : { first, last };
}

/**
 * Runs work there, on a connection of its own.
 *
 * @param work given the bytes that the standby lacked at first
 * @throws what the work threw for reasons of its own
 */
export async function atStandby<Result>(
  { databaseUrl, end }: StandbyTarget,
  work: (db: Kysely<Database>, lacked: number) => Promise<Result>,
): Promise<{ result: Result } | { missed: Missed }> {
  const missed = (trouble: StandbyTrouble, detail: string, lag: number | null = null) => ({
    missed: { trouble, detail, lag },
  });
  const { db, close } = openDatabaseForReading(
    { databaseUrl, timeouts },
    { traced: currentScope() !== undefined },
  );
  let isReady = false;
  try {
    const behind = await awaited(db, end);
    if (behind === null) return missed('foreign', end.base);
    if (behind.last > 0) return missed('behind', `${behind.last} bytes`, behind.last);
    isReady = true;
    return { result: await work(db, behind.first) };
  } catch (error) {
    const code = codeOf(error);
    // A mistake of the work would be the same at the primary.
    if (isReady && code === '') throw error;
    return missed(troubleOf[code] ?? 'unreachable', error instanceof Error ? error.message : code);
  } finally {
    await close();
  }
}
