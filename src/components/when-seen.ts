/**
 * The part of the window in which things are read, between the bars that stick to its edges: what is behind them
 * is not seen.
 */
const READ = '-64px 0px -150px 0px';

/** Calls once, when most of an element has been within the window. */
export function whenSeen(element: Element, onSeen: () => void): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      onSeen();
    },
    { rootMargin: READ, threshold: 0.6 },
  );
  observer.observe(element);
}
