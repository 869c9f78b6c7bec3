import { useEffect } from 'react';

/** While `when` holds the browser asks before the page is closed or reloaded: something would be lost. */
export function useLeaveGuard(when: boolean): void {
  useEffect(() => {
    if (!when) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [when]);
}
