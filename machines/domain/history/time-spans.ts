/**
 * How long something lasted, as one of few spans, each at most 2 % longer than the one before it: what falls into one is
 * accurate within 1 %. (DDSketch, Masson, Rim and Lee, VLDB 2019.)
 */
const RATIO = 1.02;
const LOG_OF_RATIO = Math.log(RATIO);

/** No stay ended. */
export const NO_STAY = -2;
/** A stay of no time, or one that a clock which was set back made negative. */
const NO_TIME = -1;

/** @param duration milliseconds */
export const spanOf = (duration: number): number =>
  duration <= 0 ? NO_TIME : Math.ceil(Math.log(duration) / LOG_OF_RATIO);

/** A duration that no other one in the span differs from by more than 1 %; milliseconds. */
export const durationOf = (span: number): number =>
  span === NO_TIME ? 0 : Math.round((2 * RATIO ** span) / (RATIO + 1));

/**
 * The p-th percentile by nearest rank, within 1 %: the smallest of the durations that at least p of a hundred do not
 * exceed.
 *
 * @param times how many durations fell into each span; at least one
 */
export function nearestRank(times: ReadonlyMap<number, number>, p: number): number {
  const spans = [...times].sort(([one], [other]) => one - other);
  const rank = Math.ceil((p / 100) * spans.reduce((sum, [, count]) => sum + count, 0));
  let counted = 0;
  for (const [span, count] of spans) {
    counted += count;
    if (counted >= rank) return durationOf(span);
  }
  return Number.NaN;
}
