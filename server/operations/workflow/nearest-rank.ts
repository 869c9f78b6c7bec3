/**
 * The p-th percentile by nearest rank: the smallest of the values that at least p of a hundred do not
 * exceed.
 *
 * @param sorted ascending, at least one
 */
export const nearestRank = (sorted: Float64Array, p: number): number =>
  sorted[Math.max(0, Math.ceil((p / 100) * sorted.length) - 1)] ?? Number.NaN;
