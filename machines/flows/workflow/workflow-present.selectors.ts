/** Selectors of the present. */
import type { SnapshotFrom } from 'xstate';
import type { PresentRow } from '#machines/domain/workflow-present.ts';
import type { workflowPresentMachine } from './workflow-present.machine.ts';

type Snapshot = SnapshotFrom<typeof workflowPresentMachine>;

const none: readonly PresentRow[] = [];

/** There is something to look at, if only of a minute ago. */
export const isKnown = ({ context }: Snapshot) => context.present !== null;
/** Those of before while others are loading. */
export const rowsOf = ({ context }: Snapshot): readonly PresentRow[] =>
  context.present?.rows ?? none;
/** When the boxes were so, epoch milliseconds by the clock of the server; null until they came once. */
export const instantOf = ({ context }: Snapshot): number | null =>
  context.present?.instante ?? null;
