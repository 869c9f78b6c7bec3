/**
 * `npm run database:move [-- --con-diferencias]`: copies the stopped installation of DATA_DIR into the empty PostgreSQL
 * of DATABASE_URL and audits both. Then it renames the database of the folder, which serves no more. Differences in the
 * folder stop it before the copy, except with `--con-diferencias`. Exits with 1 when an audit finds differences, with 2
 * when only derived tables differ.
 */
import { countOf } from '#machines/domain/values/texts.ts';
import type { Audited } from '../audit/audit-everything.ts';
import { lastStoredHead } from '../audit/log-signatures.ts';
import type { LogHead } from '../audit/signed-head.ts';
import {
  moveDatabase,
  requireNoOtherTables,
  requireOnlyMigrated,
} from '../backup/move-database.ts';
import { loadStorageConfig, type StorageConfig } from '../../platform/config/config.ts';
import { acquireDataDirLock } from '../../platform/database/dialects.ts';
import { inSnapshot } from '../../platform/database/transactions.ts';
import { StartError } from '../../platform/errors/http-error.ts';
import { openAlone, openForReading, renameMoved } from '../storage.ts';
import {
  audit,
  exitAs,
  givenOptions,
  type Opened,
  onStorage,
  runCommand,
  say,
  secondsSince,
} from './command.ts';

const usage =
  'Uso: npm run database:move [-- --con-diferencias], con DATA_DIR (de donde, con el servidor detenido) y DATABASE_URL (a donde, vacía)';

async function auditSide(
  name: string,
  side: Opened,
  storage: StorageConfig,
  head: LogHead | null,
): Promise<Audited> {
  say(`Auditando ${name}…`);
  const heads = [(await lastStoredHead(storage.logKeyFile)) ?? []].flat();
  return audit(side, storage, { head, heads });
}

const allOf = ({ differences, derived }: Audited): number => differences + derived;

/** Minimum rows for a meaningful rate. */
const MANY = 1_000;

function reportCopied(table: string, rows: number, milliseconds: number): void {
  const rate = countOf(Math.round((1_000 * rows) / Math.max(1, milliseconds)));
  say(`  ${table}: ${countOf(rows)}${rows < MANY ? '' : ` (${rate} por segundo)`}`);
}

/** @returns false when PostgreSQL has differences that the folder does not have */
async function moveTo(
  target: Opened,
  source: Opened,
  storage: StorageConfig,
  goesOn: boolean,
): Promise<boolean> {
  await inSnapshot(target.db, requireOnlyMigrated);
  const before = await auditSide(`la carpeta «${storage.dataDir}»`, source, storage, null);
  if (allOf(before) > 0 && !goesOn)
    throw new StartError(
      'La auditoría encontró diferencias y no se movió nada: averigüe primero por qué, o pida --con-diferencias.',
    );
  const begun = Date.now();
  say('Copiando las filas de cada tabla…');
  const { tables, rows, files, bad } = await moveDatabase({ source, target, report: reportCopied });
  for (const sha256 of bad) say(`Falta el archivo ${sha256}, o tiene otro contenido.`);
  say(
    `Copiado y comparado fila por fila: ${countOf(tables)} tablas, ${countOf(rows)} filas, ${countOf(files)} archivos. Tardó ${secondsSince(begun)}.`,
  );
  const after = await auditSide('la base de datos de DATABASE_URL', target, storage, before.head);
  exitAs(after);
  return allOf(after) <= allOf(before);
}

async function move(): Promise<void> {
  const options = { 'con-diferencias': { type: 'boolean', default: false } } as const;
  const goesOn = givenOptions({ options }, usage).values['con-diferencias'];
  const storage = loadStorageConfig(process.env);
  if (storage.databaseUrl === null) throw new StartError(usage);
  const from = { ...storage, databaseUrl: null };
  const copy = (source: Opened) =>
    onStorage(
      (target) => moveTo(target, source, storage, goesOn),
      storage,
      () => openAlone(storage, (db) => requireNoOtherTables(source.db, db)),
    );
  // Opened first without the lock, which would create a missing folder.
  await (await openForReading(from)).close();
  const lock = acquireDataDirLock(storage.dataDir);
  try {
    const isGood = await onStorage(copy, from, openForReading);
    say(
      isGood
        ? `Listo: desde ahora inicie con DATABASE_URL; la base de datos de la carpeta ya no sirve y quedó como «${renameMoved(storage.dataDir)}».`
        : 'La base de datos de DATABASE_URL tiene diferencias que la carpeta no tiene: no la use.',
    );
  } finally {
    lock.release();
  }
}

await runCommand(usage, move);
