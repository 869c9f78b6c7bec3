/**
 * `npm run backup -- carpeta`: backs up, into an empty folder and while the server runs, the embedded database and its
 * receipt files, or the files of the PostgreSQL of DATABASE_URL. Exits with 1 when a receipt file is missing; the
 * backup then contains everything else.
 */
import { resolve } from 'node:path';
import { makeBaseBackup } from '../backup/base-backup.ts';
import { makeBackup } from '../backup/embedded-backup.ts';
import { loadStorageConfig, type StorageConfig } from '../../platform/config/config.ts';
import { noteBackup } from '../../platform/files/last-backup.ts';
import { fileReceiptStore } from '../../platform/files/receipt-store.ts';
import { openForReading } from '../storage.ts';
import { onlyArgument, runCommand, say } from './command.ts';

const usage = 'Uso: npm run backup -- carpeta (vacía, o que aún no existe)';

async function backUpEmbedded(storage: StorageConfig, target: string): Promise<void> {
  // Opened only to refuse a missing database or one of another version.
  await (await openForReading(storage)).close();
  const { dataDir, logKeyFile } = storage;
  const source = { dataDir, receipts: fileReceiptStore(dataDir), logKeyFile };
  const begun = Date.now();
  const { files, bytes, head, bad } = await makeBackup(source, target, begun);
  for (const sha256 of bad) say(`Falta el archivo ${sha256}, o tiene otro contenido.`);
  say(`Respaldo en «${target}»: ${files} archivos, ${bytes} bytes.`);
  say(`Cabeza del registro: ${head}`);
  if (bad.length > 0) process.exitCode = 1;
  else
    await noteBackup(dataDir, begun).catch(() =>
      say('No se pudo anotar el respaldo en DATA_DIR: la alerta de respaldos viejos no lo verá.'),
    );
}

async function backup(): Promise<void> {
  const target = resolve(onlyArgument(usage));
  const storage = loadStorageConfig(process.env);
  if (storage.databaseUrl === null) return await backUpEmbedded(storage, target);
  const firstWal = await makeBaseBackup(storage.databaseUrl, target);
  say(`Respaldo del clúster en «${target}»; necesita el WAL desde ${firstWal}.`);
}

await runCommand(usage, backup);
