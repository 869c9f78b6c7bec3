/** `npm run db:migrate`: brings the database to what this version expects, and ends. */
import { runProgram } from '../../start.ts';
import { onStorage, say } from './command.ts';

await runProgram(() => onStorage(async () => say('La base de datos está al día.')));
