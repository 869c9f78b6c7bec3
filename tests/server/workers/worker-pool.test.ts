/** Tasks that reach a limit lose their thread, and nothing else. */
import { once } from 'node:events';
import { mkdtempSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { strangers } from '#server/platform/workers/strangers.ts';
import { WorkerError } from '#server/platform/workers/worker-error.ts';
import { type PoolLimits, workerPool } from '#server/platform/workers/worker-pool.ts';
import { pngFile } from '#tests/kit/files/receipt-files.ts';
import type { tasks } from '#tests/kit/misbehaving.mjs';

const misbehaving = resolve(import.meta.dirname, '../../kit/misbehaving.mjs');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'caja-menor-sala-'));
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
] as const)('%s ends as it must, and the next task is answered', async (name, limits, failure) => {
  const room = pool(limits);
  expect(await failureOf(room.run(name, undefined))).toBe(failure);
  expect(await room.run('add', [2, 3], { deadline: 20_000 })).toBe(5);
  expect(room.load()).toEqual({ running: 0, waiting: 0 });
});

test.each([
  ['stays', { kept: 1 }, true],
  ['ends', {}, false],
] as const)('a thread without work %s', async (_, limits, stays) => {
  const room = pool({ idle: 20, ...limits });
  const first = await room.run('place', undefined);
  // Longer than the patience with a room, not only with a thread.
  await wait(400);
  const second = await room.run('place', undefined);
  expect(second === first, `${first} and ${second}`).toBe(stays);
});

test('a thread in the middle of a statement ends by itself, and takes nobody with it', async () => {
  const room = pool({ threads: 2, memory: 64, grace: 20_000 });
  const neighbour = room.run('count', { upTo: 2_000_000, began: join(folder, 'neighbour') });
  const caller = new AbortController();
  const began = once(watch(folder), 'change');
  const counted = failureOf(
    room.run('count', { upTo: 700_000, began: join(folder, 'counts') }, caller),
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
    const room = pool({ threads: 2, memory: 64, queue: 2, most, kept: 1 });
    const began = once(watch(folder), 'change');
    const neighbour = room.run('count', {
      upTo: 2_000_000,
      began: join(folder, `beside-${count}`),
    });
    await began;
    const first = room.pid();
    await room.run('leaveOpen', count);
    await expect.poll(() => room.pid(), WHILE_BUSY).toBeUndefined();
    expect(await room.run('add', [2, 3])).toBe(5);
    expect(await neighbour).toBe(2_000_000);
    await expect.poll(() => isRunning(first), WHILE_BUSY).toBe(false);
  },
);

test('a process within its bounds stays', async () => {
  const room = pool({ kept: 1 });
  const places = [await room.run('place', undefined), await room.run('place', undefined)];
  expect(new Set(places).size).toBe(1);
});

test('a thread that reaches its limit without a task takes nobody with it', async () => {
  const room = pool({ threads: 2, memory: 64 });
  const neighbour = failureOf(room.run('forEver', undefined, { deadline: 5_000 }));
  const caller = new AbortController();
  const began = once(watch(folder), 'change');
  const eaten = failureOf(
    room.run('eatMemoryAtOnce', join(folder, 'began'), { signal: caller.signal }),
  );
  await began;
  caller.abort();
  expect(await eaten).toBe('aborted');
  expect(await room.run('add', [2, 3])).toBe(5);
  // Its own time ended it, not the room.
  expect(await neighbour).toBe('timeout');
});

test('a person waits for their own tasks, and nobody else does', async () => {
  const room = pool({ perPerson: 1, queue: 9 });
  const order: string[] = [];
  const asked = [1, 1, 1, 1, 2].map((by, index) =>
    room.run('add', [by, index], { by }).then(() => order.push(`${by}`)),
  );
  await Promise.all(asked);
  expect(order).toEqual(['1', '2', '1', '1', '1']);
});

test('who hangs up ends the task, also one that only waits; beyond the queue it is busy', async () => {
  const room = pool();
  const [one, other] = [new AbortController(), new AbortController()];
  const running = failureOf(room.run('forEver', undefined, { signal: one.signal }));
  const waiting = failureOf(room.run('forEver', undefined, { signal: other.signal }));
  expect(room.load()).toEqual({ running: 1, waiting: 1 });
  expect(await failureOf(room.run('add', [1, 1]))).toBe('busy');
  other.abort();
  expect(await waiting).toBe('aborted');
  one.abort();
  expect(await running).toBe('aborted');
  expect(await room.run('add', [1, 1])).toBe(2);
  expect(await failureOf(room.run('add', [1, 1], { signal: AbortSignal.abort() }))).toBe('aborted');
});

test('the time of a task begins when it does, not while it waits', async () => {
  const room = pool({ deadline: 600 });
  const first = failureOf(room.run('forEver', undefined));
  const second = room.run('add', [4, 4]);
  expect(await first).toBe('timeout');
  expect(await second).toBe(8);
});

test('a thread sees no environment', async () => {
  expect(await pool().run('environment', undefined)).toEqual({});
});

test('the workers of the product are found', async () => {
  const file = join(folder, 'foto');
  writeFileSync(file, pngFile('abre'));
  const found = await strangers.run('inspectReceipt', file);
  expect(found).toMatchObject({ type: 'image/png', fault: null });
});
