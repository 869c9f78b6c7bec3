/** A backup becomes a data folder: every file is checked against the manifest while it is copied. */
import { copyFile, mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { earlierKeysFile } from '../audit/log-key.ts';
import { acquireDataDirLock, databaseFile } from '../../platform/database/dialects.ts';
import { measured, syncToDisk } from '../../platform/files/receipt-store.ts';
import { ifThere } from '../../platform/errors/error-code.ts';
import { StartError } from '../../platform/errors/start-error.ts';
import { filling } from './folders.ts';
import { type BackedUpFile, databaseName, type Manifest, readManifest } from './manifest.ts';

const damaged = (folder: string, { ruta }: BackedUpFile): StartError =>
  new StartError(`El respaldo «${folder}» está dañado: «${ruta}» falta o no es lo que era.`);

/** @throws StartError when the file is not there or not what it was */
async function copyChecked(folder: string, file: BackedUpFile, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  const copied = await ifThere(copyFile(join(folder, file.ruta), target).then(() => true));
  if (copied === null) throw damaged(folder, file);
  const { bytes, sha256 } = await measured(target);
  if (bytes !== file.bytes || sha256 !== file.sha256) throw damaged(folder, file);
  await syncToDisk(target);
}

/**
 * Fills an empty data folder. The database gets its name last, so that no server takes half of it for
 * the whole.
 *
 * @throws StartError when the backup is damaged or the folder is not empty; the folder is then as it was
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
      // Its signatures are of keys that the new installation does not have.
      if (manifest.claves !== undefined)
        await writeFile(earlierKeysFile(dataDir), manifest.claves.join('\n'));
      await rename(waiting, databaseFile(dataDir));
    } finally {
      lock.release();
    }
  });
  return manifest;
}
