/**
 * One line for the whole log up to an event. Kept somewhere else, it shows later whether anything before
 * that event was changed, even by somebody who could make every hash of the database anew.
 */
import { createHash, type Hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import { inSnapshot } from '../database/transactions.ts';
import { eventHashesBetween } from '../repositories/audit.repository.ts';

/** Events read at a time: few enough that a request hardly waits for them. */
const CHUNK = 1_000;

export interface LogHead {
  /** Id of the last event that it covers; 0 of an empty log. */
  event: number;
  /** SHA-256 over id, box, sequence and hash of every event up to it, by id; hexadecimal. */
  sha256: string;
}

/** Takes id, box, sequence and hash of the events after one id and up to another into a hash. */
export async function hashEvents(
  db: Kysely<Database>,
  hash: Hash,
  after: number,
  upTo: number,
): Promise<void> {
  for (let last = after; last < upTo; ) {
    const from = last;
    const events = await inSnapshot(db, (trx) => eventHashesBetween(trx, from, upTo, CHUNK));
    for (const row of events)
      hash.update(`${row.id} ${row.id_caja} ${row.secuencia} ${row.hash}\n`);
    last = events.at(-1)?.id ?? upTo;
    // The embedded database answers at once: without a pause nobody else would be answered meanwhile.
    await setImmediate();
  }
}

export async function logHeadAt(db: Kysely<Database>, event: number): Promise<LogHead> {
  const hash = createHash('sha256');
  await hashEvents(db, hash, 0, event);
  return { event, sha256: hash.digest('hex') };
}

export const headText = ({ event, sha256 }: LogHead): string => `${event}:${sha256}`;

/** @returns null for what is no head */
export function headOf(text: string): LogHead | null {
  const [, event, sha256] = /^(\d{1,15}):([\da-f]{64})$/.exec(text.trim()) ?? [];
  return event === undefined || sha256 === undefined ? null : { event: Number(event), sha256 };
}
