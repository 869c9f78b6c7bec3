import { expect, test } from 'vitest';
import { setCancellationToken, newEnding, processorTaken } from '#server/platform/workers/tasks.ts';

test('a task whose thread still starts has taken none', () => {
  expect(processorTaken(newEnding())).toBe(0);
});

test('a task that waits takes no processor, one that computes does', () => {
  const ending = newEnding();
  setCancellationToken(ending);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
  const waited = processorTaken(ending);
  const start = process.cpuUsage();
  while (process.cpuUsage(start).user < 300_000) Math.sqrt(performance.now());
  const computed = processorTaken(ending);
  setCancellationToken(undefined);
  // Where the system does not count by thread, the clock has to do.
  if (process.platform !== 'linux') expect([waited, computed]).toEqual([null, null]);
  else {
    expect(waited).toBeLessThan(300);
    expect((computed ?? 0) - (waited ?? 0)).toBeGreaterThan(100);
  }
});
