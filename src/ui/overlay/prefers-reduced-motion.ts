/** True when the system is set to reduced motion; read each time, since the setting may change. */
export const prefersReducedMotion = (): boolean =>
  window.matchMedia('(prefers-reduced-motion: reduce)').matches;
