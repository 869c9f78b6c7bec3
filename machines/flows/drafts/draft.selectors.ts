/** Selectors of a draft and of its file. */
import type { SnapshotFrom } from 'xstate';
import type { draftMachine } from './draft.machine.ts';
import type { keptFileMachine } from './kept-file.machine.ts';

type DraftSnapshot = SnapshotFrom<typeof draftMachine>;
type FileSnapshot = SnapshotFrom<typeof keptFileMachine>;

/** A reload would lose it. */
export const isUnkept = (snapshot: DraftSnapshot | FileSnapshot) => snapshot.hasTag('unkept');
/** The form began with what had been typed before, and the person has not read it yet. */
export const isRecovered = (snapshot: DraftSnapshot) => snapshot.hasTag('recovered');
/** Somebody typed or saved in another tab. */
export const isElsewhere = (snapshot: DraftSnapshot) => snapshot.hasTag('elsewhere');
/** The draft names a file that this browser does not have: CHOOSE_FILE. */
export const fileIsMissing = (snapshot: FileSnapshot) => snapshot.matches('missing');
