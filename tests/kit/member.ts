/** One of several server processes of a test, as `startMembers` starts it: with the clock of the test. */
import { pino } from 'pino';
import { buildApp } from '#server/app.ts';
import type { Config } from '#server/config/config.ts';
import { openDatabase } from '#server/database/dialects.ts';

const config = JSON.parse(process.env.MEMBER ?? '') as Config & { databaseUrl: string };
let instant = 0;

const database = openDatabase({ databaseUrl: config.databaseUrl, poolSize: 5 });
const log = pino({ level: 'silent' });
const app = await buildApp({ config, database, log, now: () => instant });
const url = await app.listen({ port: 0, host: '127.0.0.1' });

process.on('message', (message: number) => {
  instant = message;
  process.send?.(message);
});
process.on('disconnect', () => process.exit());
process.send?.(url);
