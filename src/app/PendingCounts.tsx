import { createActorContext } from '@xstate/react';
import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { usePageVisibility } from '../ui/layout/use-in-view.ts';
import { detailOf } from '../wire/looking.actors.ts';
import { usePrefetched } from '../wire/with-calls.ts';

const machine = detailOf('/contarPendientes');
const input = { key: {} };

/** How much waits for the person: one actor for the menu, the browser tab and the history. */
export const PendingCounts = createActorContext(machine, { input });

/** Counts again, also after a count that failed. */
export function useCountAgain(): () => void {
  const counts = PendingCounts.useActorRef();
  return useCallback(() => {
    const retry = { type: 'RETRY' } as const;
    counts.send(counts.getSnapshot().can(retry) ? retry : { type: 'REFRESH' });
  }, [counts]);
}

/** Counts again when another screen is opened, and when somebody comes back to the page. */
function CountAgain({ pathname }: { pathname: string }) {
  const again = useCountAgain();
  usePageVisibility((visible) => {
    if (visible) again();
  });
  // The actor has begun with a count of its own.
  const counted = useRef(pathname);
  useEffect(() => {
    if (counted.current === pathname) return;
    counted.current = pathname;
    again();
  }, [again, pathname]);
  return null;
}

export function PendingCountsProvider({
  pathname,
  children,
}: {
  pathname: string;
  children: ReactNode;
}) {
  const options = usePrefetched(machine, input);
  return (
    <PendingCounts.Provider options={options}>
      <CountAgain pathname={pathname} />
      {children}
    </PendingCounts.Provider>
  );
}
