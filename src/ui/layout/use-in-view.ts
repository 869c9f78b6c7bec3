import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/** `ref` that scrolls the marked item of a list into view. */
export function scrollIntoSight(element: HTMLElement | null): void {
  // jsdom has no layout and no scrollIntoView.
  element?.scrollIntoView?.({ block: 'nearest' });
}

/** Calls the listener when the page becomes hidden or visible. */
export function usePageVisibility(onChange: (visible: boolean) => void): void {
  const tell = useEffectEvent(() => onChange(document.visibilityState === 'visible'));
  useEffect(() => {
    const hear = () => tell();
    document.addEventListener('visibilitychange', hear);
    return () => document.removeEventListener('visibilitychange', hear);
  }, []);
}

/** Calls `onView` once, when the element scrolls into view. @param active false while the element has no content */
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
