/** Selectors of a draft and of its file. */
import type { SnapshotFrom } from 'xstate';
import type { draftMachine } from './draft.machine.ts';
import type { storedFileMachine } from './stored-file.machine.ts';

type DraftSnapshot = SnapshotFrom<typeof draftMachine>;
type FileSnapshot = SnapshotFrom<typeof storedFileMachine>;

/** A reload would lose it. */
export const isUnsaved = (snapshot: DraftSnapshot | FileSnapshot) => snapshot.hasTag('unsaved');
/** The form began with what had been typed before, and the person has not read it yet. */
export const isRecovered = (snapshot: DraftSnapshot) => snapshot.hasTag('recovered');
/** Somebody typed or saved in another tab. */
export const isElsewhere = (snapshot: DraftSnapshot) => snapshot.hasTag('elsewhere');
/** The draft names a file that this browser does not have: CHOOSE_FILE. */
export const fileIsMissing = (snapshot: FileSnapshot) => snapshot.matches('missing');
