/**
 * `npm run backup -- carpeta`: the embedded database and the support files into an empty folder, while the
 * server works. Ends with 1 when a file was missing, with everything else in the backup.
 */
import { resolve } from 'node:path';
import { makeBackup } from '../backup/make-backup.ts';
import { loadStorageConfig } from '../config/config.ts';
import { fileSupportStore } from '../documents/support-store.ts';
import { runProgram } from '../start.ts';
import { StartError } from '../errors/start-error.ts';
import { openForReading, requireEmbedded } from '../storage.ts';

async function backup(): Promise<void> {
  const [target, ...more] = process.argv.slice(2);
  if (target === undefined || more.length > 0)
    throw new StartError('Uso: npm run backup -- carpeta (vacía, o que aún no existe)');
  const storage = loadStorageConfig(process.env);
  requireEmbedded(storage);
  // Only to refuse what is not there or of another version.
  await (await openForReading(storage)).close();
  const { dataDir, logKeyFile } = storage;
  const source = { dataDir, supports: fileSupportStore(dataDir), logKeyFile };
  const { files, bytes, head, bad } = await makeBackup(source, resolve(target), Date.now());
  for (const sha256 of bad) console.log(`Falta el archivo ${sha256}, o tiene otro contenido.`);
  console.log(`Respaldo en «${resolve(target)}»: ${files} archivos, ${bytes} bytes.`);
  console.log(`Cabeza del registro: ${head}`);
  if (bad.length > 0) process.exitCode = 1;
}

await runProgram(backup, () => loadStorageConfig(process.env));
