/**
 * `npm run supports:move -- database|folder`: moves the support files of an installation with PostgreSQL to where
 * `SUPPORTS` of its servers says, while they work. What was interrupted goes on when it is started again. Ends with 1
 * when a file is lost or rotten, with every other file moved.
 */
import { moveSupports } from '../backup/move-supports.ts';
import { loadStorageConfig, supportPlaces } from '../config/config.ts';
import { supportPlacesOf } from '../documents/database-support-store.ts';
import { StartError } from '../errors/start-error.ts';
import { runProgram } from '../start.ts';
import { openStorage } from '../storage.ts';
import { figure, say, secondsSince } from './progress.ts';

async function move(): Promise<void> {
  const [given, ...more] = process.argv.slice(2);
  const target = supportPlaces.find((place) => place === given);
  if (target === undefined || more.length > 0)
    throw new StartError('Uso: npm run supports:move -- database (o folder), con DATABASE_URL');
  const storage = loadStorageConfig(process.env);
  if (storage.databaseUrl === null)
    throw new StartError('Sin DATABASE_URL los soportes están siempre en DATA_DIR.');
  const { db, close } = await openStorage(storage);
  try {
    const begun = Date.now();
    const { folder, database } = supportPlacesOf(storage, db);
    const [from, to] = target === 'database' ? [folder, database] : [database, folder];
    const { moved, bad } = await moveSupports(db, from, to);
    for (const sha256 of bad) say(`Falta el archivo ${sha256}, o tiene otro contenido.`);
    say(`Archivos movidos y comprobados: ${figure(moved)}. Tardó ${secondsSince(begun)}.`);
    if (bad.length > 0) process.exitCode = 1;
  } finally {
    await close();
  }
}

await runProgram(move, () => loadStorageConfig(process.env));
