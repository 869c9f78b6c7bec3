/**
 * `npm run data:grow -- gastos [--files]`: brings a stopped installation to that many expenses, for measuring. With
 * `--files` every new expense has a file of its own.
 */
import { statfs } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { loadStorageConfig, type StorageConfig } from '../config/config.ts';
import type { OpenDatabase } from '../database/dialects.ts';
import { growCompany } from '../demonstration/grow-company.ts';
import { supportStoreOf } from '../documents/database-support-store.ts';
import { StartError } from '../errors/start-error.ts';
import { runProgram } from '../start.ts';
import { openAlone } from '../storage.ts';
import { figure, progressTo, say, secondsSince } from './progress.ts';

const usage = 'Uso: npm run data:grow -- gastos [--files], con el servidor detenido';
const MOST = 10_000_000;

/** Bytes of an expense with its events, once in the database and once in what it writes before. */
const BYTES_OF_EXPENSE = 12_000;
const BYTES_OF_FILE = 8_000;

function growthIn(args: string[]): { expenses: number; ownFiles: boolean } {
  try {
    const options = { files: { type: 'boolean', default: false } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [text = '', ...more] = positionals;
    const expenses = /^\d{1,8}$/.test(text) ? Number(text) : 0;
    if (expenses >= 1 && expenses <= MOST && more.length === 0)
      return { expenses, ownFiles: values.files };
  } catch {
    // An unknown option is answered like a missing number: with what can be asked.
  }
  throw new StartError(`${usage}; gastos es un número entero entre 1 y ${figure(MOST)}.`);
}

/** @throws StartError when the disk of the data folder is too small; that of PostgreSQL is not to be seen from here */
async function requireSpace(
  { dataDir, databaseUrl }: StorageConfig,
  { expenses, ownFiles }: { expenses: number; ownFiles: boolean },
): Promise<void> {
  const each = (databaseUrl === null ? BYTES_OF_EXPENSE : 0) + (ownFiles ? BYTES_OF_FILE : 0);
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize >= expenses * each) return;
  const gigabytes = Math.ceil((expenses * each) / 1e9);
  throw new StartError(
    `No hay espacio para ${figure(expenses)} gastos en «${dataDir}»: hacen falta unos ${figure(gigabytes)} GB.`,
  );
}

async function grow(): Promise<void> {
  const growth = growthIn(process.argv.slice(2));
  const storage = loadStorageConfig(process.env);
  const database: OpenDatabase = await openAlone(storage);
  try {
    await requireSpace(storage, growth);
    const begun = Date.now();
    say(`Creciendo hasta ${figure(growth.expenses)} gastos…`);
    const supports = supportStoreOf(storage, database);
    const report = progressTo();
    const target = { db: database.db, supports, now: begun };
    const { before, after, stores } = await growCompany(target, { ...growth, report });
    say(
      `Hay ${figure(after)} gastos (antes ${figure(before)}); tiendas nuevas: ${figure(stores)}. Tardó ${secondsSince(begun)}.`,
    );
  } finally {
    await database.close();
  }
}

await runProgram(grow, () => loadStorageConfig(process.env));
