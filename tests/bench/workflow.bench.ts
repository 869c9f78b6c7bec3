/**
 * How long the page of the workflow waits for the server with years of boxes, and how long the server keeps
 * its loop for itself meanwhile. `BENCH_BOXES=300 npm run bench` is a short one.
 */
import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient } from '#tests/kit/client.ts';
import type { ManyBoxesMade } from '#tests/kit/many-boxes.ts';
import { startTestServer, type TestServer } from '#tests/kit/server.ts';
import { watchTurns } from '#tests/kit/turns.mjs';
import { addYearsOfBoxes, workflowQuestions } from '#tests/kit/workflow-questions.ts';

const BOXES = Number(process.env.BENCH_BOXES ?? 20_000);

/** Milliseconds for what the page asks at first, all of it together. */
const LIMIT = 1_000;

let server: TestServer;
let browser: TestClient;
let made: ManyBoxesMade;
beforeAll(async () => {
  server = await startTestServer({ config: { validateAnswers: false } });
  const measure = stopwatch();
  made = await addYearsOfBoxes(server, BOXES);
  say(`${made.boxes} boxes, ${made.expenses} expenses, ${made.events} events made`, measure());
  browser = await server.signIn(7);
});
afterAll(() => server.close());

/** Milliseconds on the clock, and those that this process computed. */
interface Time {
  clock: number;
  computed: number;
}

function stopwatch(): () => Time {
  const clock = performance.now();
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return { clock: performance.now() - clock, computed: (user + system) / 1_000 };
  };
}

const ms = (value: number) => `${value.toFixed(0).padStart(6)} ms`;

const say = (what: string, { clock, computed }: Time) =>
  process.stdout.write(`${ms(clock)} on the clock, ${ms(computed)} computed: ${what}\n`);

/** Asked three times, the best counts: the first one prepares statements and code. */
async function measured(name: string, ask: () => Promise<string>): Promise<Time> {
  let best: Time = { clock: Number.POSITIVE_INFINITY, computed: 0 };
  let longest = Number.POSITIVE_INFINITY;
  let answer = '';
  for (let time = 0; time < 3; time += 1) {
    const endWatching = watchTurns();
    const measure = stopwatch();
    answer = await ask();
    const took = measure();
    if (took.clock < best.clock) best = took;
    // The timer that watches must have had its turn.
    await new Promise((resolve) => setTimeout(resolve, 5));
    longest = Math.min(longest, endWatching());
  }
  say(`${name}; longest turn ${ms(longest).trim()}, ${answer.length} characters`, best);
  return best;
}

test('the page of the workflow', async () => {
  let first = 0;
  for (const question of await workflowQuestions(server, browser, made)) {
    const { computed } = await measured(question.name, question.ask);
    if (question.first) first += computed;
  }
  process.stdout.write(`${ms(first)} computed for what the page asks at first\n`);
  expect(first).toBeLessThan(LIMIT);
});
