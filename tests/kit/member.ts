/** One of several server processes of the tests; `startMembers` makes it serve one test file after the other. */
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { buildApp } from '#server/app.ts';
import { type OpenDatabase, openDatabase } from '#server/platform/database/dialects.ts';
import { closeAtOnce } from './close-at-once.ts';
import type { Order, Report } from './members.ts';

let instant = 0;
let serving: { app: FastifyInstance; database: OpenDatabase } | null = null;

const report = (message: Report): void => void process.send?.(message);

async function follow(order: Order): Promise<Report> {
  if ('instant' in order) instant = order.instant;
  if ('open' in order) {
    const { config, webDir } = order.open;
    const database = openDatabase({ databaseUrl: config.databaseUrl, poolSize: 5, prepares: true });
    const log = pino({ level: config.logLevel }, { write: (line: string) => report({ line }) });
    const app = await buildApp({ config, database, log, webDir, now: () => instant });
    serving = { app, database };
    return { done: await app.listen({ port: 0, host: '127.0.0.1' }) };
  }
  if ('close' in order) {
    if (serving) await closeAtOnce(serving.app);
    await serving?.database.close();
    serving = null;
  }
  return { done: '' };
}

// Answers are logged before the next order runs.
process.on('message', (order: Order) => {
  setImmediate(() =>
    follow(order)
      .catch((error: unknown) => ({ failed: String(error) }))
      .then(report),
  );
});
process.on('disconnect', () => process.exit());
