/**
 * `npm run supports:move -- database|folder`: moves the receipt files of an installation with PostgreSQL to where
 * `SUPPORTS` of its servers says, while they work. What was interrupted goes on when it is started again. Ends with 1
 * when a file is lost or rotten, with every other file moved.
 */
import { moveReceipts } from '../backup/move-receipts.ts';
import { loadStorageConfig, receiptPlaces } from '../../platform/config/config.ts';
import { receiptPlacesOf } from '../../platform/files/database-receipt-store.ts';
import { StartError } from '../../platform/errors/start-error.ts';
import { runProgram } from '../../start.ts';
import { figure, onlyArgument, onStorage, say, secondsSince } from './command.ts';

const usage = 'Uso: npm run supports:move -- database (o folder), con DATABASE_URL';

async function move(): Promise<void> {
  const given = onlyArgument(usage);
  const target = receiptPlaces.find((place) => place === given);
  if (target === undefined) throw new StartError(usage);
  const storage = loadStorageConfig(process.env);
  if (storage.databaseUrl === null)
    throw new StartError('Sin DATABASE_URL los soportes están siempre en DATA_DIR.');
  await onStorage(async ({ db }) => {
    const begun = Date.now();
    const { folder, database } = receiptPlacesOf(storage, db);
    const [from, to] = target === 'database' ? [folder, database] : [database, folder];
    const { moved, bad } = await moveReceipts(db, from, to);
    for (const sha256 of bad) say(`Falta el archivo ${sha256}, o tiene otro contenido.`);
    say(`Archivos movidos y comprobados: ${figure(moved)}. Tardó ${secondsSince(begun)}.`);
    if (bad.length > 0) process.exitCode = 1;
  }, storage);
}

await runProgram(move);
