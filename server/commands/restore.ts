/**
 * `npm run restore -- carpeta`: a backup into an empty DATA_DIR, checked file by file; then brought to the
 * current schema and audited. Ends with 1 when the audit finds something, with the data in place.
 */
import { resolve } from 'node:path';
import { auditEverything } from '../audit/audit-everything.ts';
import { headOf } from '../audit/log-head.ts';
import { trustedKeys } from '../audit/log-key.ts';
import { reportOf } from '../audit/report.ts';
import { headOfLine } from '../audit/signed-head.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { loadStorageConfig } from '../config/config.ts';
import { fileSupportStore } from '../documents/support-store.ts';
import { runProgram } from '../start.ts';
import { StartError } from '../errors/start-error.ts';
import { openStorage, requireEmbedded } from '../storage.ts';

async function restore(): Promise<void> {
  const [folder, ...more] = process.argv.slice(2);
  if (folder === undefined || more.length > 0)
    throw new StartError('Uso: npm run restore -- carpeta (la de un respaldo), con DATA_DIR vacía');
  const storage = loadStorageConfig(process.env);
  requireEmbedded(storage);
  const { creado, cabeza, firma, archivos } = await restoreBackup(resolve(folder), storage.dataDir);
  console.log(`Restaurado en «${storage.dataDir}»: ${archivos.length} archivos del ${creado}.`);
  const { db, close } = await openStorage(storage);
  try {
    const supports = fileSupportStore(storage.dataDir);
    const say = (line: string) => console.log(line);
    const signed = headOfLine(firma ?? '');
    const audited = await auditEverything({ db, supports }, say, {
      head: headOf(cabeza),
      signatures: { keys: await trustedKeys(storage), heads: signed === null ? [] : [signed] },
    });
    console.log(reportOf(audited));
    if (audited.differences > 0) process.exitCode = 1;
  } finally {
    await close();
  }
}

await runProgram(restore, () => loadStorageConfig(process.env));
