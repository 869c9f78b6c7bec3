import type { Kysely } from 'kysely';
import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { lastEventId } from '../../features/cases/audit.repository.ts';
import { lastSignedHead } from '../../features/cases/event.repository.ts';
import { sha256Of } from '../../platform/access/digests.ts';
import {
  acquireDataDirLock,
  databaseFile,
  openDatabaseForReading,
} from '../../platform/database/dialects.ts';
import type { Database } from '../../platform/database/schema.ts';
import { copyDatabase, integrityFaults } from '../../platform/database/sqlite-dialect.ts';
import { inSnapshot } from '../../platform/database/transactions.ts';
import { StartError, ifThere } from '../../platform/errors/http-error.ts';
import {
  type ReceiptStore,
  fileReceiptStore,
  measured,
  syncToDisk,
} from '../../platform/files/receipt-store.ts';
import { namedFiles } from '../audit/audit-everything.ts';
import {
  earlierKeysFile,
  headLine,
  headOfNow,
  headText,
  logHeadAt,
  readLogKey,
  trustedKeys,
} from '../audit/signed-head.ts';
import {
  type BackedUpFile,
  type Manifest,
  databaseName,
  filling,
  manifestName,
  readManifest,
} from './backup-folder.ts';

/**
 * Backup of the embedded database and its receipt files while a server runs: a consistent copy of the database, then
 * the files that the copy names. When a file was removed meanwhile because no row named it any more, the database is
 * copied again. Each attempt copies only the missing files, so that few attempts are needed.
 */

/** Maximum copies of the database, however often users replace files meanwhile. */
const ATTEMPTS = 5;

/** Source of a backup; a server may be using it. */
interface BackedUp {
  dataDir: string;
  receipts: Pick<ReceiptStore, 'read'>;
  /** Key that signs the head of the copy; without it, or without its file, the head is not signed. */
  logKeyFile?: string;
}

interface Copied {
  /** Bytes of each file in the backup, by its SHA-256. */
  stored: Map<string, number>;
  /** SHA-256 of files that the copy names but that are missing or changed. */
  bad: string[];
}

/** Copies the files that the copy of the database names and the backup lacks. */
async function copyFiles(
  from: BackedUp['receipts'],
  to: ReceiptStore,
  names: ReadonlySet<string>,
  stored: Map<string, number>,
): Promise<string[]> {
  const bad: string[] = [];
  for (const sha256 of names) {
    if (stored.has(sha256)) continue;
    const bytes = await ifThere(from.read(sha256));
    if (bytes !== null && sha256Of(bytes) === sha256) {
      await to.save(bytes);
      stored.set(sha256, bytes.length);
    } else bad.push(sha256);
  }
  return bad;
}

/** The head of the copy, signed now or by the server since its last event. */
async function signedIn(
  db: Kysely<Database>,
  logKeyFile: string | undefined,
  now: number,
): Promise<string | undefined> {
  const signer = logKeyFile === undefined ? null : await readLogKey(logKeyFile);
  if (signer === null) return undefined;
  const head = (await headOfNow(db, signer, now)) ?? (await inSnapshot(db, lastSignedHead));
  return head && headLine(head);
}

interface Copy {
  /** SHA-256 of the files that its rows name. */
  names: Set<string>;
  head: string;
  firma: string | undefined;
}

async function readCopy(folder: string, keyFile: string | undefined, now: number): Promise<Copy> {
  const { db, close } = openDatabaseForReading({ dataDir: folder });
  try {
    const names = new Set<string>();
    for await (const { sha256 } of namedFiles(db)) names.add(sha256);
    const head = headText(await logHeadAt(db, await inSnapshot(db, lastEventId)));
    return { names, head, firma: await signedIn(db, keyFile, now) };
  } finally {
    await close();
  }
}

async function copyAll(
  { dataDir, receipts, logKeyFile }: BackedUp,
  target: string,
  now: number,
): Promise<Copied & Omit<Copy, 'names'>> {
  const to = fileReceiptStore(target);
  const stored = new Map<string, number>();
  let before: string[] = [];
  for (let attempt = 1; ; attempt += 1) {
    const copy = join(target, databaseName);
    await rm(copy, { force: true });
    copyDatabase(databaseFile(dataDir), copy);
    const { names, head, firma } = await readCopy(target, logKeyFile, now);
    const bad = await copyFiles(receipts, to, names, stored);
    // A file that a second copy still names was not removed by a user: it is lost.
    const mayBeRemoved = bad.some((sha256) => !before.includes(sha256));
    before = bad;
    if (mayBeRemoved && attempt < ATTEMPTS) continue;
    for (const sha256 of stored.keys())
      if (!names.has(sha256)) {
        await to.remove(sha256);
        stored.delete(sha256);
      }
    return { stored, bad, head, firma };
  }
}

async function writeManifest(target: string, manifest: Manifest): Promise<void> {
  const file = join(target, manifestName);
  const temporary = `${file}.tmp`;
  await writeFile(temporary, `${JSON.stringify(manifest, null, 1)}\n`);
  await syncToDisk(temporary);
  await rename(temporary, file);
}

interface MadeBackup {
  /** The database and the receipt files. */
  files: number;
  bytes: number;
  head: string;
  /** SHA-256 of files that rows name but that are missing or changed. */
  bad: string[];
}

/**
 * @param target folder that is empty or does not exist
 * @param now epoch milliseconds
 * @throws StartError when the target cannot be filled, or the database is damaged
 */
export const makeBackup = (source: BackedUp, target: string, now: number): Promise<MadeBackup> =>
  filling(target, async () => {
    const { stored, bad, head, firma } = await copyAll(source, target, now);
    const copy = join(target, databaseName);
    const [fault] = integrityFaults(copy);
    if (fault !== undefined)
      throw new StartError(`La base de datos está dañada, no hay respaldo: ${fault}.`);
    await syncToDisk(copy);
    const database: BackedUpFile = { ruta: databaseName, ...(await measured(copy)) };
    const files = [...stored].map(
      ([sha256, bytes]): BackedUpFile => ({
        ruta: `soportes/${sha256.slice(0, 2)}/${sha256}`,
        bytes,
        sha256,
      }),
    );
    const archivos = [database, ...files];
    const creado = new Date(now).toISOString();
    const { dataDir, logKeyFile } = source;
    const signed = logKeyFile !== undefined &&
      firma !== undefined && { firma, claves: await trustedKeys({ dataDir, logKeyFile }) };
    await writeManifest(target, { formato: 1, creado, cabeza: head, ...signed, archivos });
    const bytes = archivos.reduce((sum, file) => sum + file.bytes, 0);
    return { files: archivos.length, bytes, head, bad };
  });

/** Restores a backup into a data folder: every file is checked against the manifest when it is copied. */

const damaged = (folder: string, { ruta }: BackedUpFile): StartError =>
  new StartError(`El respaldo «${folder}» está dañado: «${ruta}» falta o no es lo que era.`);

/** @throws StartError when the file is missing or changed */
async function copyChecked(folder: string, file: BackedUpFile, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  const copied = await ifThere(copyFile(join(folder, file.ruta), target).then(() => true));
  if (copied === null) throw damaged(folder, file);
  const { bytes, sha256 } = await measured(target);
  if (bytes !== file.bytes || sha256 !== file.sha256) throw damaged(folder, file);
  await syncToDisk(target);
}

/**
 * Fills an empty data folder. The database is renamed to its final name last, so that no server opens a partial
 * database.
 *
 * @throws StartError when the backup is damaged or the folder is not empty; the folder is then unchanged
 */
export async function restoreBackup(folder: string, dataDir: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  await filling(dataDir, async () => {
    const lock = acquireDataDirLock(dataDir);
    try {
      const waiting = `${databaseFile(dataDir)}.restaurando`;
      for (const file of manifest.archivos) {
        const isDatabase = file.ruta === databaseName;
        await copyChecked(folder, file, isDatabase ? waiting : join(dataDir, file.ruta));
      }
      // The signatures of the backup need public keys that the new installation does not have.
      if (manifest.claves !== undefined)
        await writeFile(earlierKeysFile(dataDir), manifest.claves.join('\n'));
      await rename(waiting, databaseFile(dataDir));
    } finally {
      lock.release();
    }
  });
  return manifest;
}
