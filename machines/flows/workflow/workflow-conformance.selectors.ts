/** Selectors of the check of all logs. */
import type { SnapshotFrom } from 'xstate';
import type { workflowConformanceMachine } from './workflow-conformance.machine.ts';

type Snapshot = SnapshotFrom<typeof workflowConformanceMachine>;

export const isChecking = (snapshot: Snapshot) => snapshot.matches('checking');
/** CONTINUE. */
export const isStopped = (snapshot: Snapshot) => snapshot.matches('stopped');
export const isFinished = (snapshot: Snapshot) => snapshot.matches('finished');
/** RETRY. */
export const failedToCheck = (snapshot: Snapshot) => snapshot.hasTag('failed');
/** Something was checked, or is about to be. */
export const showsFindings = (snapshot: Snapshot) => snapshot.hasTag('found');
export const conformanceOf = ({ context }: Snapshot) => context.conformance;

/** Returns the progress, 0 to 100; undefined until the first slice came. */
export const percentOf = ({ context: { conformance } }: Snapshot): number | undefined =>
  conformance.total === 0 ? undefined : (conformance.revisadas / conformance.total) * 100;

/** Part of the checked boxes that conform, 0 to 1; null while none was checked. */
export const shareOf = ({ context: { conformance } }: Snapshot): number | null =>
  conformance.revisadas === 0 ? null : conformance.conformes / conformance.revisadas;
