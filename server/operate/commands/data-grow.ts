/** `npm run data:grow -- gastos`: grows a stopped installation to that number of expenses, for measuring. */
import { countOf } from '#machines/domain/values/texts.ts';
import { statfs } from 'node:fs/promises';
import { loadStorageConfig, type StorageConfig } from '../../platform/config/config.ts';
import { StartError } from '../../platform/errors/http-error.ts';
import { growCompany } from '../demonstration/grow-company.ts';
import { openAlone } from '../storage.ts';
import {
  givenOptions,
  type Opened,
  onStorage,
  progressTo,
  runCommand,
  say,
  secondsSince,
} from './command.ts';

const MOST = 10_000_000;
const usage = `Uso: npm run data:grow -- gastos, con el servidor detenido; gastos es un número entero entre 1 y ${countOf(MOST)}.`;

/** Bytes of an expense with its events, once in the database and once in its write-ahead log. */
const BYTES_OF_EXPENSE = 12_000;

function wantedExpenses(): number {
  const [text = '', ...more] = givenOptions({ allowPositionals: true }, usage).positionals;
  const expenses = /^\d{1,8}$/.test(text) ? Number(text) : 0;
  if (expenses >= 1 && expenses <= MOST && more.length === 0) return expenses;
  throw new StartError(usage);
}

/** @throws StartError when the disk of the data folder is too small; the disk of PostgreSQL cannot be checked */
async function requireSpace({ dataDir, databaseUrl }: StorageConfig, expenses: number) {
  if (databaseUrl !== null) return;
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize >= expenses * BYTES_OF_EXPENSE) return;
  const gigabytes = Math.ceil((expenses * BYTES_OF_EXPENSE) / 1e9);
  throw new StartError(
    `No hay espacio para ${countOf(expenses)} gastos en «${dataDir}»: hacen falta unos ${countOf(gigabytes)} GB.`,
  );
}

async function grow(): Promise<void> {
  const wanted = wantedExpenses();
  const storage = loadStorageConfig(process.env);
  const work = async (opened: Opened) => {
    await requireSpace(storage, wanted);
    const begun = Date.now();
    say(`Creciendo hasta ${countOf(wanted)} gastos…`);
    const target = { ...opened, now: begun };
    const { before, after, stores } = await growCompany(target, wanted, progressTo());
    say(
      `Hay ${countOf(after)} gastos (antes ${countOf(before)}); tiendas nuevas: ${countOf(stores)}. Tardó ${secondsSince(begun)}.`,
    );
  };
  await onStorage(work, storage, openAlone);
}

await runCommand(usage, grow);
