import { useState } from 'react';

/** Follows something that an element of the page loads by itself. */
export function useLoading() {
  const [status, setStatus] = useState<'loading' | 'ready' | 'failed'>('loading');
  const [attempt, setAttempt] = useState(0);
  return {
    status,
    setStatus,
    /** Key of the element: another attempt is another element, as the browser does not ask again for the same one. */
    attempt,
    retry: () => {
      setStatus('loading');
      setAttempt(attempt + 1);
    },
  };
}
