/** Whether the person asked the system for less motion; asked anew each time, since it may change. */
export const prefersStillness = (): boolean =>
  window.matchMedia('(prefers-reduced-motion: reduce)').matches;
