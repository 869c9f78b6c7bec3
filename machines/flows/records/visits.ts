/** When somebody looked at a list that changes by itself, so that what is new in it can be marked. */

export interface Visit {
  /** End of the visit before this one, epoch milliseconds; null for the first. */
  before: number | null;
  /** The last look of this one. */
  last: number;
}

/** Looks that are this close, in whichever tab, are one visit: a reload does not make new things old. */
const visitGap = 30 * 60_000;

/** The visit of somebody who looks now. @param known the last one; null when there was none */
export function visitAt(known: Visit | null, now: number): Visit {
  if (known === null) return { before: null, last: now };
  return now - known.last < visitGap ? { ...known, last: now } : { before: known.last, last: now };
}
