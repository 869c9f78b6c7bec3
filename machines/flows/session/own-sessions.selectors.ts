/** Selectors of the own sessions. */
import type { SnapshotFrom } from 'xstate';
import type { ownSessionsMachine } from './own-sessions.machine.ts';

type Snapshot = SnapshotFrom<typeof ownSessionsMachine>;

export const isLoading = (snapshot: Snapshot) => snapshot.hasTag('loading');
/** RETRY. */
export const failedToLoad = (snapshot: Snapshot) => snapshot.hasTag('failed');
/** Those of before while others are loading. */
export const sessionsOf = (snapshot: Snapshot) => snapshot.context.sessions;
/** Why there is nothing to close; empty while that is not known. */
export const closingReasonsOf = (snapshot: Snapshot): string[] =>
  snapshot.hasTag('rows') && snapshot.context.sessions.length <= 1
    ? ['No hay otras sesiones abiertas.']
    : [];
export const isClosing = (snapshot: Snapshot) => snapshot.hasTag('pending');
/** The sentence of success; null while there is none. */
export const noticeOf = (snapshot: Snapshot): string | null =>
  snapshot.hasTag('done') ? snapshot.context.notice : null;
/** CLOSE_OTHERS or DISMISS. */
export const failedToClose = (snapshot: Snapshot) => snapshot.matches({ showing: 'failedToClose' });
export const problemOf = (snapshot: Snapshot) => snapshot.context.problem;
