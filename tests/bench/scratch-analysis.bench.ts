import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import { beforeAll, afterAll, test } from 'vitest';
import { startTestServer, type TestServer } from '#tests/kit/server.ts';
import { addYearsOfBoxes } from '#tests/kit/workflow-questions.ts';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ config: { validateAnswers: false } });
  const t = performance.now();
  await addYearsOfBoxes(server, 20000);
  console.log('made', performance.now() - t);
  if (!existsSync('/tmp/analysis-bench.db')) await sql`vacuum into '/tmp/analysis-bench.db'`.execute(server.db);
});
afterAll(() => server.close());
test('x', () => undefined);
