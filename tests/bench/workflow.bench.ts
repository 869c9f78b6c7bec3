/**
 * How long the page of the workflow waits for the server with years of boxes, and how long the server keeps
 * its loop for itself meanwhile. `BENCH_BOXES=300 npm run bench` is a short one.
 */
import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallPath, RequestOf } from '#contract/contract.ts';
import { dateInBogota } from '#machines/domain/dates.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addManyBoxes, type ManyBoxesMade } from '#tests/kit/many-boxes.ts';
import { startTestServer, type TestServer } from '#tests/kit/server.ts';
import { watchTurns } from '#tests/kit/turns.ts';

const BOXES = Number(process.env.BENCH_BOXES ?? 20_000);
const DAY = 24 * 60 * 60_000;

let server: TestServer;
let browser: TestClient;
let made: ManyBoxesMade;
beforeAll(async () => {
  server = await startTestServer({ config: { validateAnswers: false } });
  const start = performance.now();
  made = await addManyBoxes(server, {
    boxes: BOXES,
    stores: Math.min(200, Math.ceil(BOXES / 3)),
    days: 730,
  });
  say(`${made.boxes} boxes, ${made.expenses} expenses, ${made.events} events`, start);
  browser = await server.signIn(7);
});
afterAll(() => server.close());

const ms = (value: number) => `${value.toFixed(0).padStart(6)} ms`;
const say = (what: string, start: number) =>
  process.stdout.write(`${ms(performance.now() - start)}  ${what}\n`);

/** Asks three times: the first one prepares what is asked, the best of the others counts. */
async function measured(what: string, ask: () => Promise<number>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  let longest = 0;
  let bytes = 0;
  for (let time = 0; time < 3; time += 1) {
    const end = watchTurns();
    const start = performance.now();
    bytes = await ask();
    const took = performance.now() - start;
    await new Promise((resolve) => setTimeout(resolve, 5));
    best = Math.min(best, took);
    longest = end();
  }
  process.stdout.write(`${ms(best)}  ${what}; longest turn${ms(longest)}, ${bytes} bytes\n`);
  return best;
}

const call = <Path extends CallPath>(path: Path, body: RequestOf<Path>, what = '') =>
  measured(`${path}${what}`, async () => {
    const { status, body: answer } = await browser.call(path, body as object);
    expect(status).toBe(200);
    return JSON.stringify(answer).length;
  });

const day = (ago: number): string => dateInBogota(server.clock.now() - ago * DAY);
const month = () => ({ desde: day(29), hasta: day(0) });
const everything = () => ({ desde: '2000-01-01', hasta: day(0) });

test('the page of the workflow', async () => {
  const [id_tienda = 0] = made.stores;
  const [id_supervisor = 0] = made.supervisors;
  await call('/flujoFiltros', {});
  await call('/flujoActual', {});
  await call('/flujoActual', { id_tienda }, ' of a store');
  await call('/flujoActual', { id_supervisor }, ' of a supervisor');
  await call('/flujoCajas', { maquina: 'box', estado: 'supervision', limite: 20 });
  await call('/flujoCajas', { maquina: 'box', estado: 'closed', limite: 20 }, ' closed');
  await call('/flujoCajas', { maquina: 'expense', estado: 'unreviewed', limite: 20 }, ' expenses');
  await call('/flujoCajas', { maquina: 'expense', estado: 'finalApproved', limite: 20 }, ' final');
  await call('/flujoHistoria', month(), ' of a month');
  await call('/flujoHistoria', { ...month(), id_tienda }, ' of a month and a store');
  await call('/flujoHistoria', { ...month(), id_supervisor }, ' of a month and a supervisor');
  await call('/flujoHistoria', everything(), ' of everything');
  await call('/flujoHistoria', { ...everything(), id_tienda }, ' of everything of a store');
  await call(
    '/flujoHistoria',
    { ...everything(), id_supervisor },
    ' of everything of a supervisor',
  );
  const boxes = await server.db.selectFrom('cajas').select('id').orderBy('id').execute();
  const id_caja = boxes[Math.floor(boxes.length / 2)]?.id ?? 0;
  await call('/flujoCaja', { id_caja });
  await call('/flujoConformidad', { despues: id_caja, cantidad: 50 }, ' of 50 boxes');
  await call('/flujoConformidad', { despues: id_caja, cantidad: 200 }, ' of 200 boxes');
});
