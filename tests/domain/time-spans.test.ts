import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nearestRank, spanOf } from '#machines/domain/values/durations.ts';

/** The reported value of a single duration. */
const reportedOf = (duration: number) => nearestRank(new Map([[spanOf(duration), 1]]), 50);

test('a span represents each of its durations within 1 %', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100 * 365 * 86_400_000 }), (duration) => {
      const reported = reportedOf(duration);
      expect(Math.abs(reported - duration)).toBeLessThanOrEqual(duration / 100 + 1);
    }),
  );
  expect([reportedOf(0), reportedOf(-5)]).toEqual([0, 0]);
});

test('a percentile is computed by nearest rank', () => {
  const times = new Map([
    [spanOf(60_000), 1],
    [spanOf(0), 4],
    [spanOf(1_000), 5],
  ]);
  const near = (p: number) => nearestRank(times, p);
  expect(near(40)).toBe(0);
  expect([near(50), near(90)].every((reported) => Math.abs(reported - 1_000) <= 10)).toBe(true);
  expect(Math.abs(near(91) - 60_000)).toBeLessThanOrEqual(600);
});
