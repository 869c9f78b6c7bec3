/** `npm run db:migrate`: brings the database to what this version expects, and ends. */
import { loadStorageConfig } from '../config/config.ts';
import { runProgram } from '../start.ts';
import { openStorage } from '../storage.ts';

async function migrate(): Promise<void> {
  const database = await openStorage(loadStorageConfig(process.env));
  await database.close();
  console.log('La base de datos está al día.');
}

await runProgram(migrate, () => loadStorageConfig(process.env));
