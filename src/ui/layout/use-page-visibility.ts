import { useEffect, useEffectEvent } from 'react';

/** Tells when the page goes behind another one and when it is back. */
export function usePageVisibility(onChange: (visible: boolean) => void): void {
  const tell = useEffectEvent(() => onChange(document.visibilityState === 'visible'));
  useEffect(() => {
    const hear = () => tell();
    document.addEventListener('visibilitychange', hear);
    return () => document.removeEventListener('visibilitychange', hear);
  }, []);
}
