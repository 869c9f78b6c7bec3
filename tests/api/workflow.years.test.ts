/** The bench of the workflow in short: what it makes is a past that the program could have had, and all is answered. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditStore } from '#server/operate/audit/audit-rows.ts';
import { inSnapshot } from '#server/platform/database/transactions.ts';
import { addManyBoxes, type ManyBoxesMade } from '#tests/kit/many-boxes.ts';
import { startTestServer, type TestServer } from '#tests/kit/server.ts';
import { workflowQuestions } from '#tests/kit/workflow-questions.ts';

let server: TestServer;
let made: ManyBoxesMade;
beforeAll(async () => {
  server = await startTestServer();
  made = await addManyBoxes(server, { boxes: 300, stores: 30, days: 90 });
}, 120_000);
afterAll(() => server.close());

test('years of boxes are as the state machine and the audit want them', async () => {
  expect(made.boxes).toBe(300);
  expect(made.events).toBeGreaterThan(4_000);
  let boxes = 0;
  for (const id of made.stores) {
    const audited = await inSnapshot(server.db, (trx) => auditStore(trx, id));
    expect(audited.differences).toEqual([]);
    boxes += audited.boxes;
  }
  expect(boxes).toBe(300);
  const { active } = await server.db
    .selectFrom('cajas')
    .select(({ fn }) => fn.count<number>('active').distinct().as('active'))
    .executeTakeFirstOrThrow();
  expect(active).toBeGreaterThan(3);
});

test('the log of all stores grew in the order of time', async () => {
  const events = await server.db.selectFrom('evento').select('instante').orderBy('id').execute();
  const instants = events.map(({ instante }) => instante);
  expect(instants).toEqual(instants.toSorted((one, other) => one - other));
});

test('every question of the bench is answered', async () => {
  const browser = await server.signIn(7);
  for (const { ask } of await workflowQuestions(server, browser, made))
    expect(await ask()).toBeGreaterThan(1);
});
