/**
 * `npm run database:move [-- --con-diferencias]`: copies the stopped installation of DATA_DIR into the empty PostgreSQL of
 * DATABASE_URL and audits both; the folder stays as it is. Ends with 1 when the audit finds something; with
 * `--con-diferencias` everything is there then.
 */
import { parseArgs } from 'node:util';
import { type Audited, auditEverything } from '../audit/audit-everything.ts';
import { lastKeptHead } from '../audit/keep-signing.ts';
import { trustedKeys } from '../audit/log-key.ts';
import type { LogHead } from '../audit/log-head.ts';
import { reportOf } from '../audit/report.ts';
import {
  moveDatabase,
  requireNoOtherTables,
  requireOnlyMigrated,
} from '../backup/move-database.ts';
import { loadStorageConfig, type StorageConfig } from '../config/config.ts';
import { acquireDataDirLock, type OpenDatabase } from '../database/dialects.ts';
import { inSnapshot } from '../database/transactions.ts';
import { supportPlacesOf } from '../documents/database-support-store.ts';
import { fileSupportStore, type SupportStore } from '../documents/support-store.ts';
import { StartError } from '../errors/start-error.ts';
import { runProgram } from '../start.ts';
import { openAlone, openForReading } from '../storage.ts';
import { figure, say, secondsSince } from './progress.ts';

const usage =
  'Uso: npm run database:move [-- --con-diferencias], con DATA_DIR (de donde, con el servidor detenido) y DATABASE_URL (a donde, vacía)';

/** @throws StartError for anything but the one option */
function goesOnWith(args: string[]): boolean {
  try {
    const options = { 'con-diferencias': { type: 'boolean', default: false } } as const;
    return parseArgs({ args, options }).values['con-diferencias'];
  } catch {
    throw new StartError(usage);
  }
}

interface Side {
  db: OpenDatabase['db'];
  supports: SupportStore;
}

async function audit(
  name: string,
  side: Side,
  storage: StorageConfig,
  head: LogHead | null,
): Promise<Audited> {
  say(`Auditando ${name}…`);
  const last = await lastKeptHead(storage.logKeyFile);
  const signatures = {
    keys: await trustedKeys(storage),
    heads: last === null ? [] : [last],
  };
  const audited = await auditEverything(side, say, { head, signatures });
  say(reportOf(audited));
  return audited;
}

/** Rows from which a rate says something. */
const MANY = 1_000;

function reportCopied(table: string, rows: number, milliseconds: number): void {
  const rate = figure(Math.round((1_000 * rows) / Math.max(1, milliseconds)));
  say(`  ${table}: ${figure(rows)}${rows < MANY ? '' : ` (${rate} por segundo)`}`);
}

async function moveTo(target: Side, source: Side, storage: StorageConfig, goesOn: boolean) {
  await inSnapshot(target.db, requireOnlyMigrated);
  const before = await audit(`la carpeta «${storage.dataDir}»`, source, storage, null);
  if (before.differences > 0 && !goesOn)
    throw new StartError(
      'La auditoría encontró diferencias y no se movió nada: averigüe primero por qué, o pida --con-diferencias.',
    );
  const begun = Date.now();
  say('Copiando las filas de cada tabla…');
  const { tables, rows, files, bad } = await moveDatabase({ source, target, report: reportCopied });
  for (const sha256 of bad) say(`Falta el archivo ${sha256}, o tiene otro contenido.`);
  say(
    `Copiado y comparado fila por fila: ${figure(tables)} tablas, ${figure(rows)} filas, ${figure(files)} archivos. Tardó ${secondsSince(begun)}.`,
  );
  const after = await audit('la base de datos de DATABASE_URL', target, storage, before.head);
  if (after.differences > 0) process.exitCode = 1;
  say(
    after.differences > before.differences
      ? 'La base de datos de DATABASE_URL tiene diferencias que la carpeta no tiene: no la use.'
      : `Listo: desde ahora inicie con DATABASE_URL, y no vuelva a iniciar sin ella sobre «${storage.dataDir}».`,
  );
}

async function move(): Promise<void> {
  const goesOn = goesOnWith(process.argv.slice(2));
  const storage = loadStorageConfig(process.env);
  const { dataDir } = storage;
  if (storage.databaseUrl === null) throw new StartError(usage);
  const source = await openForReading({ ...storage, databaseUrl: null });
  const supports = fileSupportStore(dataDir);
  try {
    const lock = acquireDataDirLock(dataDir);
    try {
      const target = await openAlone(storage, (db) => requireNoOtherTables(source.db, db));
      try {
        const places = supportPlacesOf(storage, target.db);
        const to = { db: target.db, supports: places[storage.supports] };
        await moveTo(to, { db: source.db, supports }, storage, goesOn);
      } finally {
        await target.close();
      }
    } finally {
      lock.release();
    }
  } finally {
    await source.close();
  }
}

await runProgram(move, () => loadStorageConfig(process.env));
