import { type RefObject, useEffect, useRef } from 'react';

/** Says once that an element is in view; on a phone it may be there and not yet shown. @param active there is something to see in it */
export function useInView(active: boolean, onView: () => void): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  const tell = useRef(onView);
  tell.current = onView;
  useEffect(() => {
    if (!active || element.current === null) return undefined;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting !== true) return;
      observer.disconnect();
      tell.current();
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [active]);
  return element;
}
