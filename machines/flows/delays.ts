/** Milliseconds; named in the charts, so that tests run them on a simulated clock. */
export const flowDelays = {
  /** A success stays on the screen before the flow moves on. */
  redirectDelay: 3_000,
  /** The notice of a deletion stays before the list is loaded again. */
  deletionDelay: 1_000,
  /** A person types several keys in a row: the look-up waits for the last one. */
  lookupDelay: 300,
} as const;
