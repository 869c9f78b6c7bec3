/** Selectors of the reset of a second factor. */
import type { SnapshotFrom } from 'xstate';
import type { factorResetMachine } from './factor-reset.machine.ts';

type Snapshot = SnapshotFrom<typeof factorResetMachine>;

/** CONFIRM or CANCEL. */
export const isAsked = (snapshot: Snapshot) => snapshot.hasTag('asked');
export const isResetting = (snapshot: Snapshot) => snapshot.hasTag('pending');
export const isReset = (snapshot: Snapshot) => snapshot.matches('done');
export const problemOf = (snapshot: Snapshot) => snapshot.context.problem;
