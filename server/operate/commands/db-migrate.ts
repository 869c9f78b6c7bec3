/** `npm run db:migrate`: migrates the database, of a company or a demonstration, to the schema of this version. */
import { loadStorageConfig } from '../../platform/config/config.ts';
import { openStorage } from '../storage.ts';
import { onStorage, runPlainCommand, say } from './command.ts';

await runPlainCommand('Uso: npm run db:migrate', () =>
  onStorage(
    async () => say('La base de datos está al día.'),
    loadStorageConfig(process.env),
    (storage) => openStorage(storage, { data: 'either' }),
  ),
);
