/** Logarithms of the factorials from 0 on; computed once. */
const logFactorials = [0];

function logFactorial(of: number): number {
  for (let next = logFactorials.length; next <= of; next += 1)
    logFactorials.push((logFactorials[next - 1] ?? 0) + Math.log(next));
  return logFactorials[of] ?? 0;
}

const logChoose = (all: number, some: number): number =>
  logFactorial(all) - logFactorial(some) - logFactorial(all - some);

/** Probabilities that differ by less than this factor are equal, as in R. */
const tolerance = 1 + 1e-7;

/**
 * Fisher's exact test, two-sided: the probability that two groups with the same chance differ at least as much in their
 * shares.
 *
 * @param one number with the trait, and number of all, in each group
 */
export function fisherTest(
  [some, all]: readonly [number, number],
  [otherSome, otherAll]: readonly [number, number],
): number {
  const trait = some + otherSome;
  const chanceOf = (count: number) =>
    Math.exp(
      logChoose(all, count) + logChoose(otherAll, trait - count) - logChoose(all + otherAll, trait),
    );
  const seen = chanceOf(some) * tolerance;
  let probability = 0;
  for (let count = Math.max(0, trait - otherAll); count <= Math.min(all, trait); count += 1) {
    const chance = chanceOf(count);
    if (chance <= seen) probability += chance;
  }
  return Math.min(1, probability);
}

/** A difference between two shares may be chance: at the usual level of 5 per cent the test does not exclude it. */
export const mayBeChance = (...groups: Parameters<typeof fisherTest>): boolean =>
  fisherTest(...groups) > 0.05;
