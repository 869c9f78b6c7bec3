import { createActorContext } from '@xstate/react';
import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { usePageVisibility } from '../ui/layout/use-in-view.ts';
import { detailOf } from '../wire/looking.actors.ts';
import { whenWritten } from '../wire/client.ts';
import { usePrefetched } from '../wire/with-calls.ts';

const machine = detailOf('/contarPendientes');
const input = { key: {} };

/** The pending counts of the user: one actor for the menu, the browser tab and the history. */
export const PendingCounts = createActorContext(machine, { input });

/** Returns a function that counts again, also after a failed count. */
function useCountAgain(): () => void {
  const counts = PendingCounts.useActorRef();
  return useCallback(() => {
    const retry = { type: 'RETRY' } as const;
    counts.send(counts.getSnapshot().can(retry) ? retry : { type: 'REFRESH' });
  }, [counts]);
}

/** Counts again after each write, when another screen is opened, and when the page becomes visible again. */
function CountAgain({ pathname }: { pathname: string }) {
  const again = useCountAgain();
  usePageVisibility((visible) => {
    if (visible) again();
  });
  useEffect(() => {
    whenWritten(again);
    return () => whenWritten(() => {});
  }, [again]);
  // The actor starts with a count, so the first path needs none.
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
