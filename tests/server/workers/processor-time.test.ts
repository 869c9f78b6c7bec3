import { expect, test } from 'vitest';
import { setCancellationToken, newEnding, processorTaken } from '#server/platform/workers/tasks.ts';

test('a task whose thread is starting has taken no processor time', () => {
  expect(processorTaken(newEnding())).toBe(0);
});

test('a waiting task takes no processor time, a computing one does', () => {
  const ending = newEnding();
  setCancellationToken(ending);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
  const waited = processorTaken(ending);
  const start = process.cpuUsage();
  while (process.cpuUsage(start).user < 300_000) Math.sqrt(performance.now());
  const computed = processorTaken(ending);
  setCancellationToken(undefined);
  // Only Linux counts processor time by thread.
  if (process.platform !== 'linux') expect([waited, computed]).toEqual([null, null]);
  else {
    expect(waited).toBeLessThan(300);
    expect((computed ?? 0) - (waited ?? 0)).toBeGreaterThan(100);
  }
});
