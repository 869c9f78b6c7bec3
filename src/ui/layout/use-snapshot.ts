import { useSelector } from '@xstate/react';
import type { AnyActorRef } from 'xstate';

/** All that a running flow knows, for a view that shows most of it; `useSelector` gives a part. */
export const useSnapshot = <Flow extends AnyActorRef>(flow: Flow) =>
  useSelector(flow, (snapshot) => snapshot);
