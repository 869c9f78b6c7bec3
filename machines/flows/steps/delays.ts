/** Milliseconds; named in the charts, so that tests run them on a simulated clock. */
export const flowDelays = {
  /** A success stays on the screen before the flow moves on. */
  redirectDelay: 3_000,
  /** A receipt has this long to load before the reviewer is asked to approve without it. */
  paintDelay: 2_000,
  /** The notice of a deletion stays before the list is loaded again. */
  deletionDelay: 1_000,
  /** Debounce of the supplier look-up while the user types. */
  lookupDelay: 300,
  /** Debounce of the search; short, so that results appear at once. */
  searchDelay: 20,
  /** Time after the last key before the browser stores the draft. */
  draftDelay: 400,
  /** Interval at which the current figures are reloaded. */
  refreshDelay: 60_000,
  /** Time that a slider must rest before its step is settled. */
  settleDelay: 400,
  /** Duration of a step during the playback of a history. */
  playDelay: 1_500,
  /** Time before a server that did not answer is probed again. */
  probeDelay: 5_000,
} as const;
