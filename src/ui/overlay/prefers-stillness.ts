/** Tells whether the person asked the system for less motion; looked up each time, since it may change. */
export const prefersStillness = (): boolean =>
  window.matchMedia('(prefers-reduced-motion: reduce)').matches;
