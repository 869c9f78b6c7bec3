import Libsql from 'libsql';
import { mkdirSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';

interface DataDirLock {
  release(): void;
}

export class DataDirInUseError extends Error {
  override readonly name = 'DataDirInUseError';

  constructor(dataDir: string) {
    super(
      `La carpeta de datos «${dataDir}» ya está en uso por otro proceso de Caja menor. Deténgalo o elija otra con DATA_DIR.`,
    );
  }
}

/**
 * Keeps every other process away from a data folder until it is released or this process ends, however it ends:
 * the lock is the operating system's, taken by SQLite on a file that holds nothing.
 *
 * @throws DataDirInUseError
 */
export function acquireDataDirLock(dataDir: string): DataDirLock {
  // It holds the receipts and the digests of passwords: nobody else on the machine reads it.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const database = new Libsql(join(dataDir, '.lock.db'));
  try {
    database.exec('pragma busy_timeout = 0; begin exclusive');
  } catch (error) {
    database.close();
    if (error instanceof Libsql.SqliteError && error.code === 'SQLITE_BUSY') {
      throw new DataDirInUseError(dataDir);
    }
    throw error;
  }
  return {
    release() {
      if (!database.open) return;
      database.exec('rollback');
      database.close();
    },
  };
}

/**
 * Puts the log of an embedded database on the disk, in a thread of libuv: a commit does not keep the others
 * waiting, and those who commit meanwhile share the next time.
 */
export class LogOnDisk {
  readonly #file: string;
  #handle: Promise<FileHandle> | undefined;
  /** Commits so far, and those of them that are on the disk. */
  #commits = 0;
  #stored = 0;
  #keeping: Promise<void> | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** Called after each commit. */
  committed(): void {
    this.#commits += 1;
  }

  /**
   * Resolves once every commit so far is on the disk. After the disk failed once it rejects for ever: what was lost then
   * cannot be known before the database is opened anew.
   */
  async settled(): Promise<void> {
    const commits = this.#commits;
    while (this.#stored < commits) {
      this.#keeping ??= this.#keep();
      await this.#keeping;
    }
  }

  async #keep(): Promise<void> {
    const commits = this.#commits;
    this.#handle ??= open(this.#file);
    await (await this.#handle).datasync();
    this.#stored = commits;
    this.#keeping = undefined;
  }

  async close(): Promise<void> {
    await (await this.#handle)?.close();
  }
}
