import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { codeOf } from '../errors/error-code.ts';

/**
 * The files behind the expenses, named by the SHA-256 of their content, so that the same file is kept
 * once. A file is whole and on the disk before the row that names it commits; a file without a row
 * is harmless.
 */
export interface SupportStore {
  /** Keeps the bytes and answers their SHA-256, in hexadecimal. */
  save(bytes: Uint8Array): Promise<string>;
  exists(sha256: string): Promise<boolean>;
  /** Where the file is or would be: for a worker, which reads it itself. */
  fileOf(sha256: string): string;
  /** The whole content; fails when there is no such file. */
  read(sha256: string): Promise<Buffer>;
  /** The content as a stream, and its size in bytes; fails at once when there is no such file. */
  open(sha256: string): Promise<{ stream: Readable; bytes: number }>;
  /** Only for a file that no row names any more. Removing what is not there is no error. */
  remove(sha256: string): Promise<void>;
  /** Every file that was kept before an instant (epoch milliseconds), in no order. */
  keptBefore(instant: number): AsyncIterable<string>;
  /** Removes what uploads that were cut off before an instant left half-written. */
  removeHalfWritten(before: number): Promise<void>;
}

export const sha256Of = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

const isSha256 = (name: string): boolean => /^[\da-f]{64}$/.test(name);

/** Makes the name of a new file as durable as its content. */
async function syncFolder(folder: string): Promise<void> {
  // Windows does not open folders; it keeps names durable by itself.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
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
export function fileSupportStore(dataDir: string): SupportStore {
  const root = join(dataDir, 'soportes');

  const fileOf = (sha256: string): string => {
    // A name from anywhere else must never become a path.
    if (!isSha256(sha256)) throw new TypeError('not a SHA-256');
    return join(root, sha256.slice(0, 2), sha256);
  };

  async function write(file: string, bytes: Uint8Array): Promise<void> {
    const folder = dirname(file);
    await makeFolder(folder);
    const temporary = join(folder, `.${randomUUID()}.tmp`);
    try {
      const handle = await open(temporary, 'wx');
      try {
        await handle.writeFile(bytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(temporary, file);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    await syncFolder(folder);
    await syncFolder(root);
  }

  /** The files of every folder that were last changed before an instant. */
  async function* filesBefore(instant: number): AsyncGenerator<{ name: string; file: string }> {
    const names = await readdir(root, { recursive: true }).catch(() => []);
    for (const name of names) {
      const file = join(root, name);
      const { mtimeMs, isFile } = await stat(file).then(
        (found) => ({ mtimeMs: found.mtimeMs, isFile: found.isFile() }),
        // Removed by another process meanwhile.
        () => ({ mtimeMs: 0, isFile: false }),
      );
      if (isFile && mtimeMs < instant) yield { name: basename(name), file };
    }
  }

  return {
    async save(bytes) {
      const sha256 = sha256Of(bytes);
      const file = fileOf(sha256);
      if (!(await fileExists(file))) await write(file, bytes);
      return sha256;
    },
    fileOf,
    exists: (sha256) => fileExists(fileOf(sha256)),
    read: (sha256) => readFile(fileOf(sha256)),
    async open(sha256) {
      const file = fileOf(sha256);
      const { size } = await stat(file);
      return { stream: createReadStream(file), bytes: size };
    },
    remove: (sha256) => rm(fileOf(sha256), { force: true }),
    async *keptBefore(instant) {
      for await (const { name } of filesBefore(instant)) if (isSha256(name)) yield name;
    },
    async removeHalfWritten(before) {
      for await (const { name, file } of filesBefore(before))
        if (name.endsWith('.tmp')) await rm(file, { force: true });
    },
  };
}
