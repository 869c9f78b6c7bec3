/**
 * One line for the whole log up to an event. Stored somewhere else, it shows later whether anything before
 * that event was changed, even by somebody who could make every hash of the database anew.
 */
import { createHash, type Hash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { inSnapshot } from '../../platform/database/transactions.ts';
import { type EventLines, eventLinesBetween } from '../../features/cases/audit.repository.ts';

/** Events read at a time: hashing them takes a fraction of a millisecond of whoever signs. */
const CHUNK = 5_000;

/** Reads the first events, at most so many, after one id and up to another. */
export type ReadEvents = (after: number, upTo: number, limit: number) => Promise<EventLines>;

/** Reads them by the connection of a program that answers nobody meanwhile. */
export const eventsIn =
  (db: Kysely<Database>): ReadEvents =>
  (...span) =>
    inSnapshot(db, (trx) => eventLinesBetween(trx, ...span));

export interface LogHead {
  /** Id of the last event that it covers; 0 of an empty log. */
  event: number;
  /** SHA-256 over id, box, sequence and hash of every event up to it, by id; hexadecimal. */
  sha256: string;
}

/** Takes id, box, sequence and hash of the events after one id and up to another into a hash. */
export async function hashEvents(
  read: ReadEvents,
  hash: Hash,
  after: number,
  upTo: number,
): Promise<void> {
  for (let from = after; from < upTo; ) {
    const { lines, last } = await read(from, upTo, CHUNK);
    hash.update(lines);
    from = last ?? upTo;
  }
}

export async function logHeadAt(db: Kysely<Database>, event: number): Promise<LogHead> {
  const hash = createHash('sha256');
  await hashEvents(eventsIn(db), hash, 0, event);
  return { event, sha256: hash.digest('hex') };
}

export const headText = ({ event, sha256 }: LogHead): string => `${event}:${sha256}`;

/** @returns null for what is no head */
export function headOf(text: string): LogHead | null {
  const [, event, sha256] = /^(\d{1,15}):([\da-f]{64})$/.exec(text.trim()) ?? [];
  return event === undefined || sha256 === undefined ? null : { event: Number(event), sha256 };
}
