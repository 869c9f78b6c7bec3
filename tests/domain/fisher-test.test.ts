/** Fisher's exact test against published examples, computed with `fisher.test` of R. */
import { expect, test } from 'vitest';
import { fisherTest, mayBeChance } from '#machines/domain/values/fisher-test.ts';

test.each([
  // The lady tasting tea.
  [[3, 4], [1, 4], 0.485_714],
  // Convictions, of Fisher 1935.
  [[10, 13], [2, 17], 0.000_536_7],
  [[1, 10], [11, 14], 0.002_759],
  [[5, 5], [0, 5], 0.007_937],
  [[0, 7], [0, 9], 1],
  [[0, 0], [3, 9], 1],
] as const)('%j and %j differ by chance with a probability of %d', (one, other, probability) => {
  expect(fisherTest(one, other)).toBeCloseTo(probability, 6);
  expect(fisherTest(other, one)).toBeCloseTo(probability, 6);
  expect(mayBeChance(one, other)).toBe(probability > 0.05);
});

test('works with the cases of a large chain', () => {
  expect(mayBeChance([5_100, 10_000], [4_900, 10_000])).toBe(false);
  expect(mayBeChance([5_010, 10_000], [4_990, 10_000])).toBe(true);
});
