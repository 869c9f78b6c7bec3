/** Another policy over a usual period of 400 stores. */
import { beforeAll, expect, test } from 'vitest';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import { addManyBoxes } from '#tests/kit/many-boxes.ts';
import { perFile } from '#tests/kit/per-file.ts';
import { readHere } from '#tests/kit/reading.ts';
import { startTestServer } from '#tests/kit/server.ts';

const server = perFile(startTestServer);
beforeAll(async () => {
  await addManyBoxes(server, { boxes: 1_500, stores: 400, days: 90 });
}, 240_000);

// Read in this process: in a worker thread, a busy machine would reach the deadline of a request.
test('more than a thousand boxes can be replayed at once', async () => {
  const [closed] = await server.db
    .selectFrom('cajas')
    .select(({ fn }) => fn.countAll<number>().as('casos'))
    .where('active', '=', 5)
    .execute();
  const { casos, antes, despues } = await readHere(server, 7, '/flujoSimular', {
    desde: '2020-01-01',
    hasta: dateInBogota(server.clock.now()),
    politica: 'previa_limpia_hasta',
    limite: 500_000,
  });
  expect(casos).toBe(Number(closed?.casos));
  expect(casos).toBeGreaterThan(1_000);
  expect(despues.decisiones).toBeLessThan(antes.decisiones);
}, 240_000);
