import { createContext, useContext, useEffect, useEffectEvent } from 'react';

/** Reads again what the company lacks; does nothing where it is not shown. */
export const FirstStepsContext = createContext<() => void>(() => undefined);

/** Reads again what the company lacks when a change that may be one of its first steps is done. */
export function useFirstStepDone(done: boolean): void {
  const again = useEffectEvent(useContext(FirstStepsContext));
  useEffect(() => {
    if (done) again();
  }, [done]);
}
