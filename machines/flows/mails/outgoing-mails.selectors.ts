/** Selectors of the mails that did not go out. */
import type { SnapshotFrom } from 'xstate';
import type { outgoingMailsMachine } from './outgoing-mails.machine.ts';

type Snapshot = SnapshotFrom<typeof outgoingMailsMachine>;

export const isLoading = (snapshot: Snapshot) => snapshot.hasTag('loading');
/** RETRY. */
export const failedToLoad = (snapshot: Snapshot) => snapshot.hasTag('failed');
/** Those of before while others are loading. */
export const mailsOf = (snapshot: Snapshot) => snapshot.context.mails;
export const problemOf = (snapshot: Snapshot) => snapshot.context.problem;
/** This mail is being put back in the queue. */
export const isRestarting = (snapshot: Snapshot, id: number): boolean =>
  snapshot.hasTag('pending') && snapshot.context.restarting?.id_correo === id;
/** The sentence of success; null while there is none. */
export const noticeOf = (snapshot: Snapshot): string | null =>
  snapshot.hasTag('done') ? 'El correo se enviará de nuevo en un momento.' : null;
/** DISMISS. */
export const restartIsRefused = (snapshot: Snapshot) => snapshot.matches({ showing: 'refused' });
/** RETRY_RESTART or DISMISS. */
export const failedToRestart = (snapshot: Snapshot) =>
  snapshot.matches({ showing: 'failedToRestart' });
