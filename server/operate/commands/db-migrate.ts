/** `npm run db:migrate`: migrates the database to the schema of this version. */
import { runProgram } from '../../start.ts';
import { onStorage, say } from './command.ts';

await runProgram(() => onStorage(async () => say('La base de datos está al día.')));
