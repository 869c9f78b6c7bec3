/** Signs the head of the logs every hour, after many events, and when the process ends. */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/schema.ts';
import { keepDoing } from '../repeated-work.ts';
import { inSnapshot } from '../../platform/database/transactions.ts';
import { eventsSinceLastHead, signedHeadAt } from '../../features/cases/signature.repository.ts';
import { eventsIn, type ReadEvents } from './log-head.ts';
import { logKey, type Signer } from './log-key.ts';
import { headLine, headOfLine, type SignedHead, signHead } from './signed-head.ts';

/** Events that wait for the hour at most. */
const MANY = 500;
/** Milliseconds that a head may still take when the process ends: a longer one is signed after the next start. */
const LAST = 4_000;

/** The last head that this installation signed, beside its key: whoever empties the table does not reach it. */
const lastHeadFile = (keyFile: string): string => `${keyFile}.ultima-firma`;

/** @returns null when there is none, or what is there is none */
export const lastStoredHead = async (keyFile: string): Promise<SignedHead | null> =>
  headOfLine(await readFile(lastHeadFile(keyFile), 'utf8').catch(() => ''));

async function keepHead(keyFile: string, head: SignedHead): Promise<void> {
  const file = lastHeadFile(keyFile);
  await writeFile(`${file}.tmp`, `${headLine(head)}\n`, { mode: 0o600 });
  await rename(`${file}.tmp`, file);
}

export interface Signing {
  db: Kysely<Database>;
  log: Logger;
  keyFile: string;
  now: () => number;
  /** Reads the events in a thread of its own: those of the first head are all that there are. */
  read?: ReadEvents;
}

/**
 * Signs once. The head goes to the table, to the log of the process and beside the key.
 *
 * @throws Error when the table does not have the head that was signed last: a new one would cover it up
 */
export async function signNow(
  { db, log, keyFile, now, read }: Signing,
  signer: Signer,
): Promise<void> {
  const stored = await lastStoredHead(keyFile);
  const inTable = stored && (await inSnapshot(db, (trx) => signedHeadAt(trx, stored.secuencia)));
  if (stored && inTable?.firma !== stored.firma)
    throw new Error(`la firma ${stored.secuencia} no está en la base de datos`);
  const head = await signHead(db, signer, now(), read);
  if (head === null) return;
  log.info(
    { firma_registro: headLine(head), clave_publica: signer.publicKey },
    'se firmó la cabeza del registro',
  );
  await keepHead(keyFile, head);
}

/** Reads on until an instant of the clock of this process. */
const readingUntil =
  (read: ReadEvents, end: () => number): ReadEvents =>
  async (...span) => {
    if (performance.now() > end()) throw new Error('the process ends');
    return read(...span);
  };

/** @returns what ends it, after a last head */
export async function keepSigning(given: Signing): Promise<() => Promise<void>> {
  const { db, log, keyFile, read = eventsIn(db) } = given;
  const signer = await logKey(keyFile);
  let last = Number.POSITIVE_INFINITY;
  const signing = { ...given, read: readingUntil(read, () => last) };
  const sign = () => signNow(signing, signer);
  const signMany = async () => {
    if ((await inSnapshot(db, eventsSinceLastHead)) >= MANY) await sign();
  };
  const failed = (error: unknown) =>
    log.error({ err: error }, 'no se firmó la cabeza del registro');
  const works = [
    { work: sign, every: millisecondsInHour },
    { work: signMany, every: millisecondsInMinute },
  ];
  const { end } = keepDoing(works, failed);
  return async () => {
    last = performance.now() + LAST;
    await end();
    await sign().catch(failed);
  };
}
