/** A task that reaches a limit ends its own thread and no other. */
import { once } from 'node:events';
import { mkdtempSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { untrustedFiles } from '#server/platform/workers/untrusted-files.ts';
import { WorkerError } from '#server/platform/workers/tasks.ts';
import { type PoolLimits, workerPool } from '#server/platform/workers/worker-pool.ts';
import { pngFile } from '#tests/kit/files/receipt-files.ts';
import type { tasks } from '#tests/kit/misbehaving.mjs';

const misbehaving = resolve(import.meta.dirname, '../../kit/misbehaving.mjs');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'caja-menor-proceso-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const pool = (limits: Partial<PoolLimits> = {}) =>
  workerPool<typeof tasks>(misbehaving, {
    threads: 1,
    memory: 32,
    queue: 1,
    deadline: 20_000,
    ...limits,
  });

const WHILE_BUSY = { timeout: 60_000, interval: 20 };

function isRunning(pid = 0): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const failureOf = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => 'answered',
    (error: unknown) => (error instanceof WorkerError ? error.failure : String(error)),
  );

test.each([
  ['forEver', { deadline: 300 }, 'timeout'],
  ['eatMemory', {}, 'memory'],
  ['fail', {}, 'failed'],
  ['die', {}, 'failed'],
  ['crash', {}, 'failed'],
] as const)('%s fails as expected, and the next task succeeds', async (name, limits, failure) => {
  const workers = pool(limits);
  expect(await failureOf(workers.run(name, undefined))).toBe(failure);
  expect(await workers.run('add', [2, 3], { deadline: 20_000 })).toBe(5);
  expect(workers.load()).toEqual({ running: 0, waiting: 0 });
});

test.each([
  ['stays', { stored: 1 }, true],
  ['ends', {}, false],
] as const)('an idle thread %s', async (_, limits, stays) => {
  const workers = pool({ idle: 20, ...limits });
  const first = await workers.run('place', undefined);
  // Longer than the idle limit of a worker process, not only of a thread.
  await wait(400);
  const second = await workers.run('place', undefined);
  expect(second === first, `${first} and ${second}`).toBe(stays);
});

test('aborting a task within a statement does not end other tasks', async () => {
  const workers = pool({ threads: 2, memory: 64, grace: 20_000 });
  const neighbour = workers.run('count', { upTo: 2_000_000, began: join(folder, 'neighbour') });
  const caller = new AbortController();
  const began = once(watch(folder), 'change');
  const counted = failureOf(
    workers.run('count', { upTo: 700_000, began: join(folder, 'counts') }, caller),
  );
  await began;
  caller.abort();
  expect(await counted).toBe('aborted');
  expect(await neighbour).toBe(2_000_000);
});

test.each([
  ['descriptors', { descriptors: 200 }, 300],
  ['memory', { memory: 1024 }, 0],
] as const)(
  'a process above its bound of %s is replaced between two tasks',
  async (_, most, count) => {
    const workers = pool({ threads: 2, memory: 64, queue: 2, most, stored: 1 });
    const began = once(watch(folder), 'change');
    const neighbour = workers.run('count', {
      upTo: 2_000_000,
      began: join(folder, `beside-${count}`),
    });
    await began;
    const first = workers.pid();
    await workers.run('leaveOpen', count);
    await expect.poll(() => workers.pid(), WHILE_BUSY).toBeUndefined();
    expect(await workers.run('add', [2, 3])).toBe(5);
    expect(await neighbour).toBe(2_000_000);
    await expect.poll(() => isRunning(first), WHILE_BUSY).toBe(false);
  },
);

test('a process within its bounds is not replaced', async () => {
  const workers = pool({ stored: 1 });
  const places = [await workers.run('place', undefined), await workers.run('place', undefined)];
  expect(new Set(places).size).toBe(1);
});

test('a thread that runs out of memory after an abort does not end other tasks', async () => {
  const workers = pool({ threads: 2, memory: 64 });
  const neighbour = failureOf(workers.run('forEver', undefined, { deadline: 5_000 }));
  const caller = new AbortController();
  const began = once(watch(folder), 'change');
  const eaten = failureOf(
    workers.run('eatMemoryAtOnce', join(folder, 'began'), { signal: caller.signal }),
  );
  await began;
  caller.abort();
  expect(await eaten).toBe('aborted');
  expect(await workers.run('add', [2, 3])).toBe(5);
  // Its own deadline ended it, not the other thread.
  expect(await neighbour).toBe('timeout');
});

test('queued tasks of one user do not delay other users', async () => {
  const workers = pool({ perPerson: 1, queue: 9 });
  const order: string[] = [];
  const asked = [1, 1, 1, 1, 2].map((by, index) =>
    workers.run('add', [by, index], { by }).then(() => order.push(`${by}`)),
  );
  await Promise.all(asked);
  expect(order).toEqual(['1', '2', '1', '1', '1']);
});

test('an abort ends a running or queued task; a full queue answers busy', async () => {
  const workers = pool();
  const [one, other] = [new AbortController(), new AbortController()];
  const running = failureOf(workers.run('forEver', undefined, { signal: one.signal }));
  const waiting = failureOf(workers.run('forEver', undefined, { signal: other.signal }));
  expect(workers.load()).toEqual({ running: 1, waiting: 1 });
  expect(await failureOf(workers.run('add', [1, 1]))).toBe('busy');
  other.abort();
  expect(await waiting).toBe('aborted');
  one.abort();
  expect(await running).toBe('aborted');
  expect(await workers.run('add', [1, 1])).toBe(2);
  expect(await failureOf(workers.run('add', [1, 1], { signal: AbortSignal.abort() }))).toBe(
    'aborted',
  );
});

test('the deadline of a task does not include its time in the queue', async () => {
  const workers = pool({ deadline: 3_000 });
  const first = failureOf(workers.run('forEver', undefined));
  const second = workers.run('add', [4, 4]);
  expect(await first).toBe('timeout');
  expect(await second).toBe(8);
});

test('a thread has no environment variables', async () => {
  expect(await pool().run('environment', undefined)).toEqual({});
});

test('the worker module of untrusted files is found', async () => {
  const file = join(folder, 'foto');
  writeFileSync(file, pngFile('abre'));
  const found = await untrustedFiles.run('inspectReceipt', file);
  expect(found).toMatchObject({ type: 'image/png', fault: null });
});
