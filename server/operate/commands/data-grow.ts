/**
 * `npm run data:grow -- gastos [--files]`: brings a stopped installation to that many expenses, for measuring. With
 * `--files` every new expense has a file of its own.
 */
import { statfs } from 'node:fs/promises';
import { LARGE_PIECE, countHistory } from '../housekeeping.ts';
import { loadStorageConfig, type StorageConfig } from '../../platform/config/config.ts';
import { inSnapshot } from '../../platform/database/transactions.ts';
import { growCompany } from '../demonstration/grow-company.ts';
import { StartError } from '../../platform/errors/system-error.ts';
import { countedPiece } from '../../features/workflow/stored-history.repository.ts';
import { runProgram } from '../../start.ts';
import { openAlone } from '../storage.ts';
import {
  figure,
  givenOptions,
  type Opened,
  onStorage,
  progressTo,
  say,
  secondsSince,
} from './command.ts';

const MOST = 10_000_000;
const usage = `Uso: npm run data:grow -- gastos [--files], con el servidor detenido; gastos es un número entero entre 1 y ${figure(MOST)}.`;

/** Bytes of an expense with its events, once in the database and once in what it writes before. */
const BYTES_OF_EXPENSE = 12_000;
const BYTES_OF_FILE = 8_000;

function growth(): { expenses: number; ownFiles: boolean } {
  const options = { files: { type: 'boolean', default: false } } as const;
  const { values, positionals } = givenOptions({ options, allowPositionals: true }, usage);
  const [text = '', ...more] = positionals;
  const expenses = /^\d{1,8}$/.test(text) ? Number(text) : 0;
  if (expenses >= 1 && expenses <= MOST && more.length === 0)
    return { expenses, ownFiles: values.files };
  throw new StartError(usage);
}

/** @throws StartError when the disk of the data folder is too small; that of PostgreSQL is not to be seen from here */
async function requireSpace(
  { dataDir, databaseUrl }: StorageConfig,
  { expenses, ownFiles }: { expenses: number; ownFiles: boolean },
): Promise<void> {
  const each = (databaseUrl === null ? BYTES_OF_EXPENSE : 0) + (ownFiles ? BYTES_OF_FILE : 0);
  if (each === 0) return;
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize >= expenses * each) return;
  const gigabytes = Math.ceil((expenses * each) / 1e9);
  throw new StartError(
    `No hay espacio para ${figure(expenses)} gastos en «${dataDir}»: hacen falta unos ${figure(gigabytes)} GB.`,
  );
}

/** Counts the log that is there: then what is added is counted while it is simulated. */
const countAlone = ({ db }: Opened): Promise<void> =>
  countHistory(
    {
      db,
      ask: (_name, ...piece) => inSnapshot(db, (trx) => countedPiece(trx, ...piece)),
    },
    undefined,
    LARGE_PIECE,
  );

async function grow(): Promise<void> {
  const wanted = growth();
  const storage = loadStorageConfig(process.env);
  const work = async (opened: Opened) => {
    await requireSpace(storage, wanted);
    const begun = Date.now();
    say(`Creciendo hasta ${figure(wanted.expenses)} gastos…`);
    const grown = { ...wanted, report: progressTo() };
    await countAlone(opened);
    const { before, after, stores } = await growCompany({ ...opened, now: begun }, grown);
    say(
      `Hay ${figure(after)} gastos (antes ${figure(before)}); tiendas nuevas: ${figure(stores)}. Tardó ${secondsSince(begun)}.`,
    );
  };
  await onStorage(work, storage, openAlone);
}

await runProgram(grow);
