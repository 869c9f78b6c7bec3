/** Selectors of the mails that the person chooses. */
import { successes } from '#contract/errors.ts';
import type { SnapshotFrom } from 'xstate';
import type { ownMailsMachine } from './own-mails.machine.ts';

type Snapshot = SnapshotFrom<typeof ownMailsMachine>;

/** Null before they came. */
export const ownMailsOf = (snapshot: Snapshot) => snapshot.context.mails;
/** The sentence of success; null while there is none. */
export const noticeOf = (snapshot: Snapshot): string | null =>
  snapshot.hasTag('done') ? successes.saved : null;
