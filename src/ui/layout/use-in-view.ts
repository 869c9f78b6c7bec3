import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/** `ref` of the marked one of a list that scrolls. */
export function keepInSight(element: HTMLElement | null): void {
  // jsdom has no layout and no scrollIntoView.
  element?.scrollIntoView?.({ block: 'nearest' });
}

/** Tells when the page goes behind another one and when it is back. */
export function usePageVisibility(onChange: (visible: boolean) => void): void {
  const tell = useEffectEvent(() => onChange(document.visibilityState === 'visible'));
  useEffect(() => {
    const hear = () => tell();
    document.addEventListener('visibilitychange', hear);
    return () => document.removeEventListener('visibilitychange', hear);
  }, []);
}

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
