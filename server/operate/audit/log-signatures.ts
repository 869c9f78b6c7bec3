import { millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';
import type { Kysely } from 'kysely';
import { readFile, rename, writeFile } from 'node:fs/promises';
import type { Logger } from 'pino';
import {
  eventsSinceLastHead,
  signedHeadAt,
  signedHeadsAfter,
} from '../../features/cases/event.repository.ts';
import { administrationEventsAfter } from '../../platform/database/administration-log.repository.ts';
import type { Database } from '../../platform/database/schema.ts';
import { inSnapshot } from '../../platform/database/transactions.ts';
import { runPeriodically } from '../../platform/database/lease-keeper.ts';
import {
  type HeadBefore,
  type PublicKey,
  type ReadEvents,
  type SignedHead,
  type Signer,
  eventsIn,
  fingerprint,
  headLine,
  headOfLine,
  isSignedBy,
  logKey,
  noHead,
  signHead,
  signedText,
  summaryAfter,
} from './signed-head.ts';

/** Signs the head of the logs every hour, after many events, and when the process ends. */

/** Unsigned events that cause a signature before the hour ends. */
const MANY = 500;
/** Milliseconds that the last head may take when the process ends; a slower one is signed after the next start. */
const LAST = 4_000;

/** File of the last head that this installation signed, beside its key: emptying the table does not remove it. */
export const lastHeadFile = (keyFile: string): string => `${keyFile}.ultima-firma`;

/** @returns null when the file is missing or contains no head */
export const lastStoredHead = async (keyFile: string): Promise<SignedHead | null> =>
  headOfLine(await readFile(lastHeadFile(keyFile), 'utf8').catch(() => ''));

/** Tells whether a migrated database has the head that this installation signed last; true when it signed none. */
export async function hasLastHead(db: Kysely<Database>, keyFile: string): Promise<boolean> {
  const stored = await lastStoredHead(keyFile);
  if (stored === null) return true;
  const inTable = await inSnapshot(db, (trx) => signedHeadAt(trx, stored.secuencia));
  return inTable?.firma === stored.firma;
}

async function storeHead(keyFile: string, head: SignedHead): Promise<void> {
  const file = lastHeadFile(keyFile);
  await writeFile(`${file}.tmp`, `${headLine(head)}\n`, { mode: 0o600 });
  await rename(`${file}.tmp`, file);
}

export interface Signing {
  db: Kysely<Database>;
  log: Logger;
  keyFile: string;
  now: () => number;
  /** Reads the events in a worker thread: the first head covers the whole log. */
  read?: ReadEvents;
}

/**
 * Signs once, and writes the head to the table, to the log of the process and beside the key.
 *
 * @throws Error when the table does not have the head that was signed last: a new head would hide the loss
 */
export async function signNow(
  { db, log, keyFile, now, read }: Signing,
  signer: Signer,
): Promise<void> {
  if (!(await hasLastHead(db, keyFile))) {
    const stored = await lastStoredHead(keyFile);
    throw new Error(`la firma ${stored?.secuencia} no está en la base de datos`);
  }
  const head = await signHead(db, signer, now(), read);
  if (head === null) return;
  log.info(
    { firma_registro: headLine(head), clave_publica: signer.publicKey },
    'se firmó la cabeza del registro',
  );
  await storeHead(keyFile, head);
}

/** Reads events until an instant of `performance.now()`, then throws. */
const readingUntil =
  (read: ReadEvents, end: () => number): ReadEvents =>
  async (...span) => {
    if (performance.now() > end()) throw new Error('the process ends');
    return read(...span);
  };

/** @returns a function that stops it after signing a last head */
export async function startSigning(given: Signing): Promise<() => Promise<void>> {
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
  const { end } = runPeriodically(works, failed);
  return async () => {
    last = performance.now() + LAST;
    await end();
    await sign().catch(failed);
  };
}

/** Checks that every signed head still matches the logs. */

/** Heads read at a time. */
const CHUNK = 200;

export interface StoredSignatures {
  /** Public keys whose signatures are trusted. */
  keys: readonly PublicKey[];
  /** Heads that were stored outside the database. */
  heads: readonly SignedHead[];
}

async function administrationHashAt(db: Kysely<Database>, secuencia: number): Promise<string> {
  if (secuencia === 0) return '';
  const [event] = await inSnapshot(db, (trx) => administrationEventsAfter(trx, secuencia - 1, 1));
  return event?.secuencia === secuencia ? event.hash : '';
}

/** Differences of one head that continues the head before it. */
async function headDifferences(
  db: Kysely<Database>,
  keys: ReadonlyMap<string, PublicKey>,
  before: HeadBefore,
  head: SignedHead,
): Promise<string[]> {
  const what = `firma ${head.secuencia} (${new Date(head.instante).toISOString()})`;
  const key = keys.get(head.clave);
  if (key === undefined) return [`${what}: no se conoce la clave ${head.clave}`];
  if (!isSignedBy(key, signedText(head), head.firma)) return [`${what}: no es de la clave`];
  const found: string[] = [];
  if ((await summaryAfter(eventsIn(db), before, head.evento)) !== head.resumen)
    found.push(`${what}: el registro de cajas hasta el evento ${head.evento} ya no es el firmado`);
  if ((await administrationHashAt(db, head.administracion)) !== head.administracion_hash)
    found.push(
      `${what}: el registro de administración hasta el evento ${head.administracion} ya no es el firmado`,
    );
  return found;
}

/** The signed heads of the table in order. */
async function* storedHeads(db: Kysely<Database>): AsyncGenerator<SignedHead> {
  for (let after = 0; ; ) {
    const heads = await inSnapshot(db, (trx) => signedHeadsAfter(trx, after, CHUNK));
    yield* heads;
    if (heads.length < CHUNK) return;
    after = heads.at(-1)?.secuencia ?? after;
  }
}

/** One sentence for each signed head that does not match the logs or is missing. */
export async function auditSignatures(
  db: Kysely<Database>,
  { keys, heads }: StoredSignatures,
): Promise<{ signatures: number; differences: string[] }> {
  const known = new Map(keys.map((key) => [fingerprint(key), key]));
  const differences: string[] = [];
  let before: HeadBefore = noHead;
  let signatures = 0;
  for await (const head of storedHeads(db)) {
    if (head.secuencia !== before.secuencia + 1)
      differences.push(`firma ${before.secuencia + 1}: falta en la base de datos`);
    differences.push(...(await headDifferences(db, known, before, head)));
    before = head;
    signatures += 1;
  }
  for (const head of heads) {
    const { secuencia } = head;
    const first = await inSnapshot(db, (trx) => signedHeadAt(trx, secuencia - 1));
    if (secuencia > 1 && first === undefined)
      differences.push(`firma ${secuencia - 1}: falta en la base de datos`);
    else differences.push(...(await headDifferences(db, known, first ?? noHead, head)));
  }
  return { signatures, differences };
}
