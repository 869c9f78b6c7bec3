import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';

export interface DataDirLock {
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
