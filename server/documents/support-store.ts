import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';

/**
 * The files behind the expenses, named by the SHA-256 of their content, so that the same file is kept
 * once. A file is whole and on the disk before the row that names it commits; a file without a row
 * is harmless.
 */
export interface SupportStore {
  /** Keeps the bytes and answers their SHA-256, in hexadecimal. */
  save(bytes: Uint8Array): Promise<string>;
  exists(sha256: string): Promise<boolean>;
  /** The whole content; fails when there is no such file. */
  read(sha256: string): Promise<Buffer>;
  /** The content as a stream, and its size in bytes; fails at once when there is no such file. */
  open(sha256: string): Promise<{ stream: Readable; bytes: number }>;
  /** Only for a file that no row names any more. Removing what is not there is no error. */
  remove(sha256: string): Promise<void>;
}

export const sha256Of = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

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
    if (!/^[\da-f]{64}$/.test(sha256)) throw new TypeError('not a SHA-256');
    return join(root, sha256.slice(0, 2), sha256);
  };

  async function write(file: string, bytes: Uint8Array): Promise<void> {
    const folder = dirname(file);
    await mkdir(folder, { recursive: true });
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

  return {
    async save(bytes) {
      const sha256 = sha256Of(bytes);
      const file = fileOf(sha256);
      if (!(await fileExists(file))) await write(file, bytes);
      return sha256;
    },
    exists: (sha256) => fileExists(fileOf(sha256)),
    read: (sha256) => readFile(fileOf(sha256)),
    async open(sha256) {
      const file = fileOf(sha256);
      const { size } = await stat(file);
      return { stream: createReadStream(file), bytes: size };
    },
    remove: (sha256) => rm(fileOf(sha256), { force: true }),
  };
}
