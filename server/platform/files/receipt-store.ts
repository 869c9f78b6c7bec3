import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
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
import { sha256Of } from '../access/digests.ts';
import type { Trx } from '../database/transactions.ts';
import { codeOf } from '../errors/http-error.ts';

/**
 * The files behind the expenses, named by the SHA-256 of their content, so that the same file is stored
 * once. A file is whole and durable before, or with, the row that names it; a file without a row is harmless.
 */
export interface ReceiptStore {
  /** Keeps the bytes and answers their SHA-256, in hexadecimal; with the transaction, where there is one. */
  save(bytes: Uint8Array, trx?: Trx): Promise<string>;
  /**
   * Does of `saveFile` what needs no transaction, so that its locks are held for less.
   *
   * @param file whole and on the disk
   */
  stage(file: string, sha256: string): Promise<void>;
  /** Keeps a copy of a file; with the transaction, where there is one. */
  saveFile(file: string, sha256: string, trx?: Trx): Promise<void>;
  /** Runs the work with an empty folder of its own, which goes with all that is left in it. */
  apart<Result>(work: (folder: string) => Promise<Result>): Promise<Result>;
  /** Runs the work with a path for a file of its own, which goes with it. */
  aside<Result>(work: (file: string) => Promise<Result>): Promise<Result>;
  exists(sha256: string): Promise<boolean>;
  /** Runs the work with a path of the file, which is good until it ends: for a worker, which reads it itself. */
  withFile<Result>(sha256: string, work: (file: string) => Promise<Result>): Promise<Result>;
  /** The whole content; fails when there is no such file. */
  read(sha256: string): Promise<Buffer>;
  /** The content as a stream, and its size in bytes; fails at once when there is no such file. */
  open(sha256: string): Promise<{ stream: Readable; bytes: number }>;
  /** Only for a file that no row names any more. Removing what is not there is no error. */
  remove(sha256: string, trx?: Trx): Promise<void>;
  /** Every file that was stored before an instant (epoch milliseconds), in no order. */
  storedBefore(instant: number): AsyncIterable<string>;
  /** Removes what uploads that were cut off before an instant left half-written. */
  removeHalfWritten(before: number): Promise<void>;
}

/** A store in a folder, which knows no transactions. */
interface FolderStore extends ReceiptStore {
  /** Where the file is or would be. */
  fileOf(sha256: string): string;
}

/** SHA-256 of a file of any size, hexadecimal, and its size. */
export async function measured(file: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** An open file, which may be removed while somebody still reads it. */
export async function openFile(file: string): Promise<{ stream: Readable; bytes: number }> {
  const handle = await open(file);
  const { size } = await handle.stat();
  return { stream: handle.createReadStream(), bytes: size };
}

const isSha256 = (name: string): boolean => /^[\da-f]{64}$/.test(name);

async function sync(place: string, flags: string): Promise<void> {
  const handle = await open(place, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Until this has ended, a power cut may take what was written. */
export const syncToDisk = (file: string): Promise<void> => sync(file, 'r+');

/** Makes the name of a new file as durable as its content. */
async function syncFolder(folder: string): Promise<void> {
  // Windows does not open folders; it keeps names durable by itself.
  if (process.platform !== 'win32') await sync(folder, 'r');
}

/** By hand, since Node's recursive way says of a read-only disk that there is no such folder. */
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

/** `<dataDir>/soportes/ab/abcdef…`; several processes may share the folder. */
export function fileReceiptStore(dataDir: string): FolderStore {
  const root = join(dataDir, 'soportes');

  const fileOf = (sha256: string): string => {
    // A name from anywhere else must never become a path.
    if (!isSha256(sha256)) throw new TypeError('not a SHA-256');
    return join(root, sha256.slice(0, 2), sha256);
  };

  /** A name that the sweep knows. */
  const temporaryIn = (folder: string): string => join(folder, `.${randomUUID()}.tmp`);

  /** Folders whose names are on the disk. */
  const durable = new Set<string>();

  async function makeDurable(folder: string): Promise<void> {
    if (durable.has(folder)) return;
    await makeFolder(folder);
    await syncFolder(dirname(folder));
    durable.add(folder);
  }

  /** Keeps what `fill` writes, unless it is there already. */
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

  /** The files and folders, at any depth, that were last changed before an instant. */
  async function* placesBefore(instant: number): AsyncGenerator<{ name: string; file: string }> {
    const names = await readdir(root, { recursive: true }).catch(() => []);
    for (const name of names) {
      const file = join(root, name);
      // Removed by another process meanwhile.
      const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: instant }));
      if (mtimeMs < instant) yield { name: basename(name), file };
    }
  }

  const saveFile = async (file: string, sha256: string): Promise<void> => {
    await keep(sha256, (place) => copyFile(file, place));
  };

  /** Gives the file its name here beside the one that it has, which costs less than a copy. */
  async function stage(file: string, sha256: string): Promise<void> {
    const place = fileOf(sha256);
    const folder = dirname(place);
    await makeDurable(folder);
    try {
      await link(file, place);
    } catch (error) {
      // Another disk, or one whose files have one name each.
      if (codeOf(error) !== 'EEXIST') return saveFile(file, sha256);
    }
    // Also for somebody else's file: its name may not be durable yet.
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
        // One that was cut off may still be written; what stays is swept.
        await unlink(file).catch(() => undefined);
      }
    },
    async apart(work) {
      const folder = temporaryIn(root);
      await makeFolder(folder);
      try {
        return await work(folder);
      } finally {
        // A thread that was ended may still be writing; what stays is swept.
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
    async *storedBefore(instant) {
      for await (const { name } of placesBefore(instant)) if (isSha256(name)) yield name;
    },
    async removeHalfWritten(before) {
      for await (const { name, file } of placesBefore(before))
        if (name.endsWith('.tmp')) await rm(file, { recursive: true, force: true });
    },
  };
}
