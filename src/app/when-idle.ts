/**
 * Does the work once the browser has nothing else to do; Safari, which does not tell, is given time.
 *
 * @returns how to give it up
 */
export function whenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const requested = window.requestIdleCallback(work);
    return () => window.cancelIdleCallback(requested);
  }
  const timer = setTimeout(work, 2_000);
  return () => clearTimeout(timer);
}
