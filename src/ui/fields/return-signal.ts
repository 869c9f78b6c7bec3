import { createContext, useContext, useEffect, useEffectEvent } from 'react';

/** Calls the listener whenever what saved the page from loading is over. @returns how to stop listening */
export type ReturnSignal = (listener: () => void) => () => void;

/** Without a provider nothing ever comes back. */
export const ReturnContext = createContext<ReturnSignal>(() => () => undefined);

/** Repeats a read that failed once the connection, or the session, is back. Never for a write. */
export function useWhenBack(read: (() => void) | undefined): void {
  const subscribe = useContext(ReturnContext);
  const repeat = useEffectEvent(() => read?.());
  useEffect(() => subscribe(() => repeat()), [subscribe]);
}
