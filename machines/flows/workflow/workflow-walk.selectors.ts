/** Selectors of a walk through the history of one box. */
import type { SnapshotFrom } from 'xstate';
import type { workflowWalkMachine } from './workflow-walk.machine.ts';

type Snapshot = SnapshotFrom<typeof workflowWalkMachine>;

export const stepOf = ({ context }: Snapshot): number => context.paso;
export const lastStepOf = ({ context }: Snapshot): number => context.ultimo;
/** The address may name the step. */
export const isSettled = (snapshot: Snapshot) => snapshot.matches('settled');
/** PAUSE. */
export const isPlaying = (snapshot: Snapshot) => snapshot.matches('playing');
