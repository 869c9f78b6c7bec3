import { useEffect, useState } from 'react';

/** Renders again after every so many milliseconds, for texts that tell how long ago something was. */
export function useTicking(milliseconds: number): void {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), milliseconds);
    return () => clearInterval(timer);
  }, [milliseconds]);
}
