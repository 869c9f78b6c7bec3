/**
 * `npm run restore -- carpeta`: a backup into an empty DATA_DIR, checked file by file. With DATABASE_URL, `-- carpeta
 * --wal carpeta --destino carpeta [--hasta instante]`: a base backup and the archived WAL into the files of a new
 * cluster, as it was at that instant. Then brought to the current schema and audited. Ends with 1 when the audit finds
 * something, with the data in place.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isValid, parseISO } from 'date-fns';
import { auditEverything, type KeptOutside } from '../audit/audit-everything.ts';
import { headOf } from '../audit/log-head.ts';
import { trustedKeys } from '../audit/log-key.ts';
import { reportOf } from '../audit/report.ts';
import { headOfLine, type SignedHead } from '../audit/signed-head.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { restoreToInstant } from '../backup/restore-to-instant.ts';
import { loadStorageConfig, type StorageConfig } from '../config/config.ts';
import { supportStoreOf } from '../documents/database-support-store.ts';
import { runProgram } from '../start.ts';
import { StartError } from '../errors/start-error.ts';
import { openStorage } from '../storage.ts';

const embeddedUsage = 'Uso: npm run restore -- carpeta (la de un respaldo), con DATA_DIR vacía';
const clusterUsage =
  "Uso con DATABASE_URL: npm run restore -- carpeta (la de un respaldo) --wal carpeta (la del WAL archivado) --destino carpeta (vacía) [--hasta '2026-11-22T10:15:00-05:00']";

const isInstant = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)$/.test(text) &&
  isValid(parseISO(text));

async function audit(
  storage: StorageConfig,
  heads: readonly SignedHead[],
  head: KeptOutside['head'] = null,
): Promise<void> {
  const { db, engine, close } = await openStorage(storage);
  try {
    const supports = supportStoreOf(storage, { db, engine });
    const say = (line: string) => console.log(line);
    const signatures = { keys: await trustedKeys(storage), heads };
    const audited = await auditEverything({ db, supports }, say, { head, signatures });
    console.log(reportOf(audited));
    if (audited.differences > 0) process.exitCode = 1;
  } finally {
    await close();
  }
}

async function restoreEmbedded(storage: StorageConfig, args: string[]): Promise<void> {
  const [folder, ...more] = args;
  if (folder === undefined || more.length > 0) throw new StartError(embeddedUsage);
  const { creado, cabeza, firma, archivos } = await restoreBackup(resolve(folder), storage.dataDir);
  console.log(`Restaurado en «${storage.dataDir}»: ${archivos.length} archivos del ${creado}.`);
  const signed = headOfLine(firma ?? '');
  await audit(storage, signed === null ? [] : [signed], headOf(cabeza));
}

const text = { type: 'string' } as const;

/** @throws StartError for anything but a whole command */
function clusterOptions(args: string[]) {
  try {
    const options = { wal: text, destino: text, hasta: text } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const { wal, destino, hasta } = values;
    const [folder, ...more] = positionals;
    if (folder && wal && destino && more.length === 0 && isInstant(hasta ?? '1970-01-01T00:00:00Z'))
      return { folder: resolve(folder), wal: resolve(wal), target: resolve(destino), until: hasta };
  } catch {
    // An unknown option is answered like a missing one.
  }
  throw new StartError(clusterUsage);
}

async function restoreCluster(storage: StorageConfig, url: string, args: string[]): Promise<void> {
  const options = clusterOptions(args);
  const { lastChange } = await restoreToInstant(options, url, (databaseUrl) =>
    // The head beside the key may be of a later moment.
    audit({ ...storage, databaseUrl }, []),
  );
  console.log(`Restaurado en «${options.target}». Último cambio: ${lastChange ?? 'el respaldo'}.`);
}

async function restore(): Promise<void> {
  const storage = loadStorageConfig(process.env);
  const args = process.argv.slice(2);
  if (storage.databaseUrl === null) await restoreEmbedded(storage, args);
  else await restoreCluster(storage, storage.databaseUrl, args);
}

await runProgram(restore, () => loadStorageConfig(process.env));
