/** `npm run db:migrate`: migrates the database, of a company or a demonstration, to the schema of this version. */
import { loadStorageConfig } from '../../platform/config/config.ts';
import { runProgram } from '../../start.ts';
import { openStorage } from '../storage.ts';
import { onStorage, say } from './command.ts';

await runProgram(() =>
  onStorage(
    async () => say('La base de datos está al día.'),
    loadStorageConfig(process.env),
    (storage) => openStorage(storage, { data: 'either' }),
  ),
);
