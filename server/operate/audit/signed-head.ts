import type { Kysely } from 'kysely';
import {
  type Hash,
  type KeyObject,
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomUUID,
  sign,
  verify,
} from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type EventLines,
  eventLinesBetween,
  lastEventId,
} from '../../features/cases/audit.repository.ts';
import { insertSignedHead, lastSignedHead } from '../../features/cases/event.repository.ts';
import { sha256Of } from '../../platform/access/digests.ts';
import { lastAdministrationEvent } from '../../platform/database/administration-log.repository.ts';
import type { Database, Row } from '../../platform/database/schema.ts';
import {
  inSnapshot,
  inTransaction,
  isUniqueViolation,
} from '../../platform/database/transactions.ts';
import { StartError, codeOf, folderFailures, ifThere } from '../../platform/errors/http-error.ts';

/**
 * Log head: one line that covers the whole log up to an event. Stored elsewhere, it shows later whether anything
 * before that event was changed, even by an attacker who recomputes every hash in the database.
 */

/** Events per read: hashing them blocks the signing process for a fraction of a millisecond. */
const CHUNK = 5_000;

/** Reads the first events, at most `limit`, after one id and up to another. */
export type ReadEvents = (after: number, upTo: number, limit: number) => Promise<EventLines>;

/** Reads events over the connection of a program that serves no requests meanwhile. */
export const eventsIn =
  (db: Kysely<Database>): ReadEvents =>
  (...span) =>
    inSnapshot(db, (trx) => eventLinesBetween(trx, ...span));

export interface LogHead {
  /** Id of the last event that it covers; 0 for an empty log. */
  event: number;
  /** SHA-256 over id, box, sequence and hash of every event up to it, by id; hexadecimal. */
  sha256: string;
}

/** Adds id, box, sequence and hash of the events after one id and up to another to a hash. */
async function hashEvents(
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

/** @returns null when the text is not a head */
export function headOf(text: string): LogHead | null {
  const [, event, sha256] = /^(\d{1,15}):([\da-f]{64})$/.exec(text.trim()) ?? [];
  return event === undefined || sha256 === undefined ? null : { event: Number(event), sha256 };
}

/**
 * The key that signs heads of the log: Ed25519, in a file beside the database and never in it. An attacker who has
 * only the database can rewrite the log and every hash in it, but cannot sign it.
 */

/** Public key of a signer; DER in base64. */
export type PublicKey = string;

export interface Signer {
  publicKey: PublicKey;
  /** Ed25519, base64. */
  sign: (text: string) => string;
}

const publicKeyOf = (key: KeyObject): PublicKey =>
  key.export({ type: 'spki', format: 'der' }).toString('base64');

/** Short name of a key, stored in every row that it signs. */
export const fingerprint = (key: PublicKey): string => sha256Of(key).slice(0, 16);

function signerOf(file: string, pem: string): Signer {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'ed25519')
      return {
        publicKey: publicKeyOf(createPublicKey(key)),
        sign: (text) => sign(null, Buffer.from(text), key).toString('base64'),
      };
  } catch {
    // Not a key, or a key with a passphrase.
  }
  throw new StartError(`«${file}» no es una clave Ed25519 en PEM. Revise LOG_KEY_FILE.`);
}

/** The key of an installation. @returns null when there is none yet */
export async function readLogKey(file: string): Promise<Signer | null> {
  const pem = await ifThere(readFile(file, 'utf8'));
  return pem === null ? null : signerOf(file, pem);
}

/** The key of an installation, generated when there is none; the new file is readable only by its owner. */
export async function logKey(file: string): Promise<Signer> {
  const known = await readLogKey(file);
  if (known !== null) return known;
  await makeKey(file);
  return signerOf(file, await readFile(file, 'utf8'));
}

/** Links the complete file under its name: a process that starts or copies it meanwhile never reads a partial key. */
async function makeKey(file: string): Promise<void> {
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
  const apart = `${file}.${randomUUID()}`;
  try {
    await writeFile(apart, pem, { flag: 'wx', mode: 0o600, flush: true });
    await link(apart, file);
  } catch (error) {
    // Another process of this installation created the key first.
    if (codeOf(error) === 'EEXIST') return;
    if (['ENOENT', ...folderFailures].includes(codeOf(error)))
      throw new StartError(
        `No se puede crear la clave «${file}» (${codeOf(error)}). Revise LOG_KEY_FILE, y los permisos y el espacio de su carpeta.`,
      );
    throw error;
  } finally {
    await rm(apart, { force: true });
  }
}

/** @returns false also for a key or a signature that cannot be read */
export function isSignedBy(key: PublicKey, text: string, signature: string): boolean {
  try {
    const read = createPublicKey({ key: Buffer.from(key, 'base64'), type: 'spki', format: 'der' });
    return verify(null, Buffer.from(text), read, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

/** File with the public keys of earlier installations, one per line, written when a backup is restored. */
export const earlierKeysFile = (dataDir: string): string => join(dataDir, 'claves-publicas.txt');

/** Every public key that an audit trusts. */
export async function trustedKeys(
  { dataDir, logKeyFile }: { dataDir: string; logKeyFile: string },
  given: readonly PublicKey[] = [],
): Promise<PublicKey[]> {
  const own = await readLogKey(logKeyFile);
  const earlier = await readFile(earlierKeysFile(dataDir), 'utf8').catch(() => '');
  return [
    ...(own === null ? [] : [own.publicKey]),
    ...earlier.split('\n').map((line) => line.trim()),
    ...given,
  ].filter((key) => key !== '');
}

/**
 * Signed heads: the contents of both logs at an instant, signed with a key outside the database. Each head continues
 * the previous one, so that signing reads only the events since then.
 */

export type SignedHead = Row<'firma'>;
type Head = Omit<SignedHead, 'firma'>;

/** The predecessor of the first head. */
export const noHead = { secuencia: 0, evento: 0, resumen: '', administracion: 0 } as const;
export type HeadBefore = Pick<SignedHead, keyof typeof noHead>;

/** The signed text: one line, different for every head. */
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

/** A signed head on one line, as the log of the process and a backup contain it. */
export const headLine = (head: SignedHead): string => `${signedText(head)} ${head.firma}`;

const line =
  /^caja-menor (\d{1,15}) (\d{1,15}) (\d{1,15}) ([\da-f]{64}) (\d{1,15}) ([\da-f]{64}|-) ([\da-f]{16}) ([A-Za-z\d+/=]{88})$/;

/** @returns null when the text is not the line of a signed head */
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

/** SHA-256 over the previous head and the events since then. */
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
 * Signs the current logs; null when nothing happened since the previous head.
 *
 * @param read reads the events; the first head covers all of them
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

/** Signs the current logs and stores the head. @returns null when nothing is new, or another process signed first */
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
