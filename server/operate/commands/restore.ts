/**
 * `npm run restore -- carpeta`: restores a backup into an empty DATA_DIR and checks each file. With DATABASE_URL,
 * `-- carpeta --wal carpeta --destino carpeta [--hasta instante]`: restores a base backup and the archived WAL to the
 * files of a new cluster, as it was at that instant. Then migrates the database, rebuilds its derived tables where their
 * rule is another one, and audits it. Exits with 1 when the audit finds differences, with 2 when only derived tables
 * differ; the restored data stays.
 */
import { resolve } from 'node:path';
import { isValid, parseISO } from 'date-fns';
import { type LogHead, type SignedHead, headOf, headOfLine } from '../audit/signed-head.ts';
import { restoreBackup } from '../backup/embedded-backup.ts';
import { restoreToInstant } from '../backup/restore-to-instant.ts';
import { loadStorageConfig, type StorageConfig } from '../../platform/config/config.ts';
import { StartError } from '../../platform/errors/http-error.ts';
import { openRestored } from '../storage.ts';
import {
  audit,
  exitAs,
  givenOptions,
  onlyArgument,
  type Opened,
  onStorage,
  runCommand,
  say,
} from './command.ts';

const embeddedUsage = 'Uso: npm run restore -- carpeta (la de un respaldo), con DATA_DIR vacía';
const clusterUsage =
  "Uso con DATABASE_URL: npm run restore -- carpeta (la de un respaldo) --wal carpeta (la del WAL archivado) --destino carpeta (vacía) [--hasta '2026-11-22T10:15:00-05:00']";

const isInstant = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)$/.test(text) &&
  isValid(parseISO(text));

/** Migrates the restored database and audits it. */
async function verify(
  storage: StorageConfig,
  heads: readonly SignedHead[],
  head: LogHead | null = null,
): Promise<void> {
  const verified = (opened: Opened) => audit(opened, storage, { head, heads });
  exitAs(await onStorage(verified, storage, openRestored));
}

async function restoreEmbedded(storage: StorageConfig): Promise<void> {
  const folder = resolve(onlyArgument(embeddedUsage));
  const { creado, cabeza, firma, archivos } = await restoreBackup(folder, storage.dataDir);
  say(`Restaurado en «${storage.dataDir}»: ${archivos.length} archivos del ${creado}.`);
  const signed = headOfLine(firma ?? '');
  await verify(storage, signed === null ? [] : [signed], headOf(cabeza));
}

const text = { type: 'string' } as const;

/** @throws StartError for an incomplete or invalid command line */
function clusterOptions() {
  const options = { wal: text, destino: text, hasta: text };
  const given = givenOptions({ options, allowPositionals: true }, clusterUsage);
  const { wal, destino, hasta } = given.values;
  const [folder, ...more] = given.positionals;
  if (folder && wal && destino && more.length === 0 && isInstant(hasta ?? '1970-01-01T00:00:00Z'))
    return { folder: resolve(folder), wal: resolve(wal), target: resolve(destino), until: hasta };
  throw new StartError(clusterUsage);
}

async function restoreCluster(storage: StorageConfig, url: string): Promise<void> {
  const options = clusterOptions();
  const { lastChange } = await restoreToInstant(options, url, (databaseUrl) =>
    // The head stored beside the key may be later than the restored instant.
    verify({ ...storage, databaseUrl }, []),
  );
  say(`Restaurado en «${options.target}». Último cambio: ${lastChange ?? 'el respaldo'}.`);
}

async function restore(): Promise<void> {
  const storage = loadStorageConfig(process.env);
  if (storage.databaseUrl === null) await restoreEmbedded(storage);
  else await restoreCluster(storage, storage.databaseUrl);
}

await runCommand(`${embeddedUsage}\n${clusterUsage}`, restore);
