/** Selectors of the own sessions. */
import type { SnapshotFrom } from 'xstate';
import { messageOf } from '../result.ts';
import type { ownSessionsMachine } from './own-sessions.machine.ts';

type Snapshot = SnapshotFrom<typeof ownSessionsMachine>;

/** Those of before while others are loading. */
export const sessionsOf = (snapshot: Snapshot) => snapshot.context.sessions;
/** Why there is nothing to close; empty while that is not known. */
export const closingReasonsOf = (snapshot: Snapshot): string[] =>
  snapshot.hasTag('rows') && snapshot.context.sessions.length <= 1
    ? ['No hay otras sesiones abiertas.']
    : [];
/** The sentence of success; null while there is none. */
export const noticeOf = (snapshot: Snapshot): string | null =>
  snapshot.hasTag('done') ? messageOf(snapshot.context.closed) : null;
/** CLOSE_OTHERS or DISMISS. */
export const failedToClose = (snapshot: Snapshot) => snapshot.matches({ showing: 'failedToClose' });
