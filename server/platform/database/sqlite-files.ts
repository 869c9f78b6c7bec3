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
 * Locks a data folder against other processes until the lock is released or this process ends, even if it is killed:
 * SQLite takes an operating system lock on an empty file.
 *
 * @throws DataDirInUseError
 */
export function acquireDataDirLock(dataDir: string): DataDirLock {
  // The folder holds receipts and password hashes: no other user of the machine may read it.
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
 * Syncs the WAL of an embedded database to disk in a libuv thread: a commit does not block the others, and the
 * commits made during one sync share the next (group commit).
 */
export class WalSync {
  readonly #file: string;
  #handle: Promise<FileHandle> | undefined;
  /** Number of commits so far, and number of those that are on disk. */
  #commits = 0;
  #stored = 0;
  #syncing: Promise<void> | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** Called after each commit. */
  committed(): void {
    this.#commits += 1;
  }

  /**
   * Resolves once every commit so far is on disk. After one failed sync it always rejects: what was lost cannot be
   * known until the database is reopened.
   */
  async flushed(): Promise<void> {
    const commits = this.#commits;
    while (this.#stored < commits) {
      this.#syncing ??= this.#sync();
      await this.#syncing;
    }
  }

  async #sync(): Promise<void> {
    const commits = this.#commits;
    this.#handle ??= open(this.#file);
    await (await this.#handle).datasync();
    this.#stored = commits;
    this.#syncing = undefined;
  }

  async close(): Promise<void> {
    await (await this.#handle)?.close();
  }
}
