import { useEffect, useRef } from 'react';

/** Tells when the page goes behind another one and when it is back. */
export function usePageVisibility(onChange: (visible: boolean) => void): void {
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => {
    const tell = () => latest.current(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', tell);
    return () => document.removeEventListener('visibilitychange', tell);
  }, []);
}
