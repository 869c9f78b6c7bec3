/** Selectors of the mails that did not go out. */
import type { SnapshotFrom } from 'xstate';
import type { outgoingMailsMachine } from './outgoing-mails.machine.ts';

type Snapshot = SnapshotFrom<typeof outgoingMailsMachine>;

/** Those of before while others are loading. */
export const mailsOf = (snapshot: Snapshot) => snapshot.context.mails;
/** This mail is being put back in the queue. */
export const isRestarting = (snapshot: Snapshot, id: number): boolean =>
  snapshot.hasTag('pending') && snapshot.context.id_correo === id;
/** The sentence of success; null while there is none. */
export const noticeOf = (snapshot: Snapshot): string | null =>
  snapshot.hasTag('done') ? 'El correo se enviará de nuevo en un momento.' : null;
/** DISMISS. */
export const restartIsRefused = (snapshot: Snapshot) => snapshot.matches({ showing: 'refused' });
/** RETRY_RESTART or DISMISS. */
export const failedToRestart = (snapshot: Snapshot) =>
  snapshot.matches({ showing: 'failedToRestart' });
