/**
 * Signed heads: what the logs were at a moment, by somebody who has a key that is not in the database.
 * Each goes on from the one before it, so signing costs what happened since.
 */
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database, Row } from '../../platform/database/schema.ts';
import {
  inSnapshot,
  inTransaction,
  isUniqueViolation,
} from '../../platform/database/transactions.ts';
import { lastAdministrationEvent } from '../../platform/database/administration-log.repository.ts';
import { lastEventId } from '../../features/cases/audit.repository.ts';
import { insertSignedHead, lastSignedHead } from '../../features/cases/signature.repository.ts';
import { fingerprint, type Signer } from './log-key.ts';
import { eventsIn, hashEvents, type ReadEvents } from './log-head.ts';

export type SignedHead = Row<'firma'>;
type Head = Omit<SignedHead, 'firma'>;

/** Before the first one. */
export const noHead = { secuencia: 0, evento: 0, resumen: '', administracion: 0 } as const;
export type HeadBefore = Pick<SignedHead, keyof typeof noHead>;

/** Text that is signed: one line, in which every head is another one. */
export const signedText = (head: Head): string =>
  [
    'caja-menor',
    head.secuencia,
    head.instante,
    head.evento,
    head.resumen,
    head.administracion,
    head.administracion_hash || '-',
    head.clave,
  ].join(' ');

/** A signed head on one line, as the log and a backup keep it. */
export const headLine = (head: SignedHead): string => `${signedText(head)} ${head.firma}`;

const line =
  /^caja-menor (\d{1,15}) (\d{1,15}) (\d{1,15}) ([\da-f]{64}) (\d{1,15}) ([\da-f]{64}|-) ([\da-f]{16}) ([A-Za-z\d+/=]{88})$/;

/** @returns null for what is no line of a signed head */
export function headOfLine(text: string): SignedHead | null {
  const found = line.exec(text.trim());
  if (found === null) return null;
  const [, secuencia, instante, evento, resumen = '', administracion, hash = '', clave = ''] =
    found;
  return {
    secuencia: Number(secuencia),
    instante: Number(instante),
    evento: Number(evento),
    resumen,
    administracion: Number(administracion),
    administracion_hash: hash === '-' ? '' : hash,
    clave,
    firma: found[8] ?? '',
  };
}

/** SHA-256 over the head before and the events since then. */
export async function summaryAfter(
  read: ReadEvents,
  before: HeadBefore,
  evento: number,
): Promise<string> {
  const hash = createHash('sha256').update(`${before.resumen}\n`);
  await hashEvents(read, hash, before.evento, evento);
  return hash.digest('hex');
}

/**
 * Signs the logs as they are now; null when nothing happened since the head before.
 *
 * @param read where the events are read, of which the first head covers all
 */
export async function headOfNow(
  db: Kysely<Database>,
  signer: Signer,
  now: number,
  read = eventsIn(db),
): Promise<SignedHead | null> {
  const before = (await inSnapshot(db, lastSignedHead)) ?? noHead;
  const evento = await inSnapshot(db, lastEventId);
  const last = await inSnapshot(db, lastAdministrationEvent);
  const administracion = last?.secuencia ?? 0;
  if (evento === before.evento && administracion === before.administracion) return null;
  const head = {
    secuencia: before.secuencia + 1,
    instante: now,
    evento,
    resumen: await summaryAfter(read, before, evento),
    administracion,
    administracion_hash: last?.hash ?? '',
    clave: fingerprint(signer.publicKey),
  };
  return { ...head, firma: signer.sign(signedText(head)) };
}

/** Signs what the logs are now and keeps it. @returns null when there is nothing new, or another process signs */
export async function signHead(
  db: Kysely<Database>,
  signer: Signer,
  now: number,
  read?: ReadEvents,
): Promise<SignedHead | null> {
  const head = await headOfNow(db, signer, now, read);
  if (head === null) return null;
  try {
    await inTransaction(db, (trx) => insertSignedHead(trx, head));
    return head;
  } catch (error) {
    if (isUniqueViolation(error)) return null;
    throw error;
  }
}
