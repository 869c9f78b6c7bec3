/** Another policy over a usual period of 400 stores. */
import { beforeAll, expect, test } from 'vitest';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import { decisionsByBox } from '#tests/kit/case-sql.ts';
import { addManyBoxes } from '#tests/kit/many-boxes.ts';
import { perFile } from '#tests/kit/per-file.ts';
import { readHere } from '#tests/kit/reading.ts';
import { startTestServer } from '#tests/kit/server.ts';

const server = perFile(startTestServer);
beforeAll(async () => {
  await addManyBoxes(server, { boxes: 1_500, stores: 400, days: 90 });
}, 240_000);

// Read in this process: in a worker thread, a busy machine would reach the deadline of a request.
test('a period of any length is computed in parts of 500 boxes', async () => {
  const ask = (desde_caja?: number) =>
    readHere(server, 7, '/flujoSimular', {
      desde: '2020-01-01',
      hasta: dateInBogota(server.clock.now()),
      politica: 'previa_limpia_hasta',
      limite: 500_000,
      desde_caja,
    });
  const closed = await server.db
    .selectFrom('cajas')
    .select('id')
    .where('active', '=', 5)
    .orderBy('id')
    .execute();
  const decisions = await decisionsByBox(server);
  const first = await ask();
  const second = await ask(closed[500]?.id);
  const rest = closed.length - 1_000;
  expect([first.casos, first.siguiente, first.faltan]).toEqual([500, closed[500]?.id, 500 + rest]);
  expect([second.casos, second.siguiente, second.faltan]).toEqual([500, closed[1_000]?.id, rest]);
  const third = await ask(closed[1_000]?.id);
  expect([third.casos, third.siguiente, third.faltan]).toEqual([rest, null, 0]);
  expect([first, second, third].map(({ antes }) => antes.decisiones)).toEqual(
    [0, 500, 1_000].map((from) =>
      closed.slice(from, from + 500).reduce((sum, { id }) => sum + (decisions.get(id) ?? 0), 0),
    ),
  );
  expect(first.despues.decisiones).toBeLessThan(first.antes.decisiones);
}, 240_000);
