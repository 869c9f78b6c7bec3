/** Milliseconds; named in the charts, so that tests run them on a simulated clock. */
export const flowDelays = {
  /** A success stays on the screen before the flow moves on. */
  redirectDelay: 3_000,
  /** A receipt that is on its way is waited for before somebody is asked to approve without it. */
  paintDelay: 2_000,
  /** The notice of a deletion stays before the list is loaded again. */
  deletionDelay: 1_000,
  /** A person types several keys in a row: the look-up waits for the last one. */
  lookupDelay: 300,
  /** The same of a search that nobody should wait for. */
  searchDelay: 20,
  /** Silence after the last key before the browser keeps what is typed. */
  draftDelay: 400,
  /** Figures of the present are asked for again. */
  refreshDelay: 60_000,
  /** A slider rests before its step counts as where one is. */
  settleDelay: 400,
  /** One step of a history that plays by itself. */
  playDelay: 1_500,
  /** A server that did not answer is asked again after a while. */
  probeDelay: 5_000,
} as const;
