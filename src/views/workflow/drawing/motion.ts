/** Milliseconds of a movement of the drawing: none for people who prefer less motion. */
export const motionDuration = (): number =>
  window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 200;
