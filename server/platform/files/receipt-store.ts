import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, existsSync, readdirSync } from 'node:fs';
import {
  access,
  copyFile,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import { sha256Of } from '../access/digests.ts';
import type { Trx } from '../database/transactions.ts';
import { codeOf, ifThere } from '../errors/http-error.ts';

/**
 * Receipt files of expenses, named by the SHA-256 of their content, so that equal files are stored once. A file is
 * complete and durable before, or together with, the row that references it; an unreferenced file is harmless.
 */
export interface ReceiptStore {
  /** Stores the bytes, in the transaction if given, and returns their hexadecimal SHA-256. */
  save(bytes: Uint8Array, trx?: Trx): Promise<string>;
  /**
   * Does the part of `saveFile` that needs no transaction, so that `saveFile` holds its locks for less time.
   *
   * @param file path of a complete file that is synced to disk
   */
  stage(file: string, sha256: string): Promise<void>;
  /** Stores a copy of a file, in the transaction if given. */
  saveFile(file: string, sha256: string, trx?: Trx): Promise<void>;
  /** Runs work with a new temporary folder, which is removed afterwards with its contents. */
  apart<Result>(work: (folder: string) => Promise<Result>): Promise<Result>;
  /** Runs work with the path for a new temporary file, which is removed afterwards. */
  aside<Result>(work: (file: string) => Promise<Result>): Promise<Result>;
  exists(sha256: string): Promise<boolean>;
  /** Runs work with a path of the file that is valid until the work ends, for workers that read the file themselves. */
  withFile<Result>(sha256: string, work: (file: string) => Promise<Result>): Promise<Result>;
  /** The whole content; rejects when the file does not exist. */
  read(sha256: string): Promise<Buffer>;
  /** The content as a stream, and its size in bytes; rejects at once when the file does not exist. */
  open(sha256: string): Promise<{ stream: Readable; bytes: number }>;
  /** Removes a file that no row references any more. Removing a missing file is not an error. */
  remove(sha256: string, trx?: Trx): Promise<void>;
  /**
   * Adds a file to the retired files of this machine, before it is removed. A missing file is not an error.
   *
   * @param now epoch milliseconds
   */
  retire(sha256: string, now: number): Promise<void>;
  /** Hashes of the retired files of this machine, unordered. */
  retired(): AsyncIterable<string>;
  /** Stores a retired file again; it stays among the retired ones, too. */
  bringBack(sha256: string, trx?: Trx): Promise<void>;
  /** Deletes the files that were retired on this machine before the day of an instant (epoch milliseconds). */
  deleteRetired(before: number): Promise<void>;
  /** Hashes of all files stored before an instant (epoch milliseconds), unordered. */
  storedBefore(instant: number): AsyncIterable<string>;
  /** Removes temporary files of interrupted uploads, last changed before an instant (epoch milliseconds). */
  removeHalfWritten(before: number): Promise<void>;
}

/** A store in a folder; it ignores transactions. */
interface FolderStore extends ReceiptStore {
  /** Path of the file, whether it exists or not. */
  fileOf(sha256: string): string;
  /** Adds any file to the retired ones under its digest. */
  retireFile(file: string, sha256: string, now: number): Promise<void>;
  /** Runs work with the path of a retired file, if there is one. */
  withRetired(sha256: string, work: (file: string) => Promise<unknown>): Promise<void>;
}

/** Size and hexadecimal SHA-256 of a file of any size. */
export async function measured(file: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Opens a file as a stream, which stays readable even if the file is removed. */
export async function openFile(file: string): Promise<{ stream: Readable; bytes: number }> {
  const handle = await open(file);
  const { size } = await handle.stat();
  return { stream: handle.createReadStream(), bytes: size };
}

const isSha256 = (name: string): boolean => /^[\da-f]{64}$/.test(name);

/** Folder of the receipt files in a data folder, and that of the files that no row referenced, by day. */
const [storedFolder, retiredFolder] = ['soportes', 'soportes-retirados'];

/** Tells whether a data folder has receipt files. */
export function hasReceipts(dataDir: string): boolean {
  const root = join(dataDir, storedFolder);
  return (
    existsSync(root) &&
    readdirSync(root, { recursive: true }).some((name) => isSha256(basename(String(name))))
  );
}

async function sync(place: string, flags: string): Promise<void> {
  const handle = await open(place, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Syncs a file to disk; before it resolves, a power failure may lose what was written. */
export const syncToDisk = (file: string): Promise<void> => sync(file, 'r+');

/** Syncs a folder, which makes the names of its new files durable. */
async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders, and makes names durable without a sync.
  if (process.platform !== 'win32') await sync(folder, 'r');
}

/** Adds a name for a file, or copies it where hard links are impossible; an existing file stays. */
async function linkOrCopy(file: string, target: string): Promise<void> {
  try {
    await link(file, target);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return;
    if (codeOf(error) === 'ENOENT') throw error;
    await copyFile(file, `${target}.tmp`);
    await syncToDisk(`${target}.tmp`);
    await rename(`${target}.tmp`, target);
  }
}

/** Recursive mkdir; Node's own reports a missing folder on a read-only disk instead of the actual error. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return;
    if (codeOf(error) !== 'ENOENT') throw error;
    await makeFolder(dirname(folder));
    await makeFolder(folder);
  }
}

async function fileExists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/** Stores files as `<dataDir>/soportes/ab/abcdef…`; several processes may share the folder. */
export function fileReceiptStore(dataDir: string): FolderStore {
  const root = join(dataDir, storedFolder);
  const retiredRoot = join(dataDir, retiredFolder);

  const fileOf = (sha256: string): string => {
    // Any other name must never become a path.
    if (!isSha256(sha256)) throw new TypeError('not a SHA-256');
    return join(root, sha256.slice(0, 2), sha256);
  };

  /** A temporary path that `removeHalfWritten` recognises. */
  const temporaryIn = (folder: string): string => join(folder, `.${randomUUID()}.tmp`);

  /** Folders whose names are durable. */
  const durable = new Set<string>();

  async function makeDurable(folder: string): Promise<void> {
    if (durable.has(folder)) return;
    await makeFolder(folder);
    await syncFolder(dirname(folder));
    durable.add(folder);
  }

  /** Stores the content that `fill` writes, unless the file already exists. */
  async function keep(sha256: string, fill: (file: string) => Promise<void>): Promise<string> {
    const file = fileOf(sha256);
    if (await fileExists(file)) return sha256;
    const folder = dirname(file);
    await makeDurable(folder);
    const temporary = temporaryIn(folder);
    try {
      await fill(temporary);
      await syncToDisk(temporary);
      await rename(temporary, file);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    await syncFolder(folder);
    return sha256;
  }

  /** Files and folders at any depth that were last changed before an instant. */
  async function* placesBefore(instant: number): AsyncGenerator<{ name: string; file: string }> {
    const names = await readdir(root, { recursive: true }).catch(() => []);
    for (const name of names) {
      const file = join(root, name);
      // A file that another process has just removed is skipped.
      const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: instant }));
      if (mtimeMs < instant) yield { name: basename(name), file };
    }
  }

  const saveFile = async (file: string, sha256: string): Promise<void> => {
    await keep(sha256, (place) => copyFile(file, place));
  };

  const retireFile: FolderStore['retireFile'] = async (file, sha256, now) => {
    const folder = join(retiredRoot, dateInBogota(now));
    await makeFolder(folder);
    await linkOrCopy(file, join(folder, sha256));
    for (const changed of [folder, retiredRoot, dataDir]) await syncFolder(changed);
  };

  /** Days with retired files. */
  const retiredDays = async (): Promise<string[]> => (await ifThere(readdir(retiredRoot))) ?? [];

  const withRetired: FolderStore['withRetired'] = async (sha256, work) => {
    for (const day of await retiredDays()) {
      const file = join(retiredRoot, day, sha256);
      if (await fileExists(file)) return void (await work(file));
    }
  };

  /** Adds a hard link to the file, which is cheaper than a copy. */
  async function stage(file: string, sha256: string): Promise<void> {
    const place = fileOf(sha256);
    const folder = dirname(place);
    await makeDurable(folder);
    try {
      await link(file, place);
    } catch (error) {
      // Another file system, or one without hard links.
      if (codeOf(error) !== 'EEXIST') return saveFile(file, sha256);
    }
    // Also when another request stored the file: its name may not be durable yet.
    await syncFolder(folder);
  }

  return {
    save: (bytes) => keep(sha256Of(bytes), (place) => writeFile(place, bytes, { flag: 'wx' })),
    stage,
    saveFile,
    async aside(work) {
      await makeDurable(root);
      const file = temporaryIn(root);
      try {
        return await work(file);
      } finally {
        // An interrupted upload may still be writing the file; `removeHalfWritten` removes what remains.
        await unlink(file).catch(() => undefined);
      }
    },
    async apart(work) {
      const folder = temporaryIn(root);
      await makeFolder(folder);
      try {
        return await work(folder);
      } finally {
        // A terminated thread may still be writing; `removeHalfWritten` removes what remains.
        await rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
      }
    },
    fileOf,
    async withFile(sha256, work) {
      const file = fileOf(sha256);
      await access(file);
      return work(file);
    },
    exists: (sha256) => fileExists(fileOf(sha256)),
    read: (sha256) => readFile(fileOf(sha256)),
    open: async (sha256) => openFile(fileOf(sha256)),
    remove: (sha256) => rm(fileOf(sha256), { force: true }),
    async retire(sha256, now) {
      await ifThere(retireFile(fileOf(sha256), sha256, now));
    },
    retireFile,
    withRetired,
    async *retired() {
      for (const day of await retiredDays())
        for (const name of await readdir(join(retiredRoot, day))) if (isSha256(name)) yield name;
    },
    bringBack: (sha256) => withRetired(sha256, (file) => saveFile(file, sha256)),
    async deleteRetired(before) {
      for (const day of await retiredDays())
        if (day < dateInBogota(before)) await rm(join(retiredRoot, day), { recursive: true });
    },
    async *storedBefore(instant) {
      for await (const { name } of placesBefore(instant)) if (isSha256(name)) yield name;
    },
    async removeHalfWritten(before) {
      for await (const { name, file } of placesBefore(before))
        if (name.endsWith('.tmp')) await rm(file, { recursive: true, force: true });
    },
  };
}
