import { useSelector } from '@xstate/react';
import type { AnyActorRef } from 'xstate';

/** The whole snapshot of a running flow, for a view that shows most of it; `useSelector` selects a part. */
export const useSnapshot = <Flow extends AnyActorRef>(flow: Flow) =>
  useSelector(flow, (snapshot) => snapshot);
