/** A short run of the workflow bench: its generated history is valid, and all its questions are answered. */
import { beforeAll, expect, test } from 'vitest';
import { auditStore } from '#server/operate/audit/audit-rows.ts';
import { inSnapshot } from '#server/platform/database/transactions.ts';
import { createMigratedDatabase } from '#tests/server/database/database-fixture.ts';
import { addManyBoxes, type ManyBoxesMade } from '#tests/kit/many-boxes.ts';
import { perFile } from '#tests/kit/per-file.ts';
import { startTestServer, type TestServer } from '#tests/kit/server.ts';
import { workflowQuestions } from '#tests/kit/workflow-questions.ts';

const addBoxes = (to: TestServer) => addManyBoxes(to, { boxes: 300, stores: 30, days: 90 });

const server = perFile(startTestServer);
let made: ManyBoxesMade;
beforeAll(async () => {
  made = await addBoxes(server);
}, 120_000);

test('the generated boxes pass the audit, in several states', async () => {
  expect(made.boxes).toBe(300);
  expect(made.events).toBeGreaterThan(4_000);
  let boxes = 0;
  for (const id of made.stores) {
    const audited = await inSnapshot(server.db, (trx) => auditStore(trx, id));
    expect([audited.differences, audited.derived]).toEqual([[], []]);
    boxes += audited.boxes;
  }
  expect(boxes).toBe(300);
  const { active } = await server.db
    .selectFrom('cajas')
    .select(({ fn }) => fn.count<number>('active').distinct().as('active'))
    .executeTakeFirstOrThrow();
  expect(active).toBeGreaterThan(3);
});

test('the log of all stores is in chronological order', async () => {
  const events = await server.db.selectFrom('evento').select('instante').orderBy('id').execute();
  const instants = events.map(({ instante }) => instante);
  expect(instants).toEqual(instants.toSorted((one, other) => one - other));
});

/** Answers to all questions, by name. */
async function answersOf(of: TestServer, boxes: ManyBoxesMade): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  for (const { name, ask } of await workflowQuestions(of, await of.signIn(7), boxes))
    answers[name] = await ask();
  return answers;
}

test('every question of the bench is answered, with the same answers on both engines', async () => {
  const answers = await answersOf(server, made);
  for (const [name, answer] of Object.entries(answers))
    expect([name, answer.length > 1]).toEqual([name, true]);
  if (server.database.engine === 'sqlite') return;
  const embedded = await startTestServer({ database: await createMigratedDatabase('sqlite') });
  try {
    expect(answers).toEqual(await answersOf(embedded, await addBoxes(embedded)));
  } finally {
    await embedded.close();
  }
});
