/** Selectors of the absences of a person. */
import { successes } from '#contract/errors.ts';
import type { SnapshotFrom } from 'xstate';
import type { Absences, absenceMachine } from './absence.machine.ts';

export type AbsenceSnapshot = SnapshotFrom<typeof absenceMachine>;

export const isOpen = (snapshot: AbsenceSnapshot): boolean => !snapshot.matches('closed');
/** Null before they came; those of before while they come again. */
export const absencesOf = ({ context }: AbsenceSnapshot): Absences | null =>
  context.absences?.id_ausente === context.id_ausente ? context.absences : null;
/** The sentence of success; null while there is none. */
export const noticeOf = (snapshot: AbsenceSnapshot): string | null =>
  snapshot.matches({ shown: 'kept' }) ? successes.saved : null;
