/** Selectors of the form of a record. */
import { successes } from '#contract/errors.ts';
import { isForbidden } from '../flow.selectors.ts';
import type { RecordFormContext } from './record-form.machine.ts';

interface RecordFormSnapshot<Facts> {
  context: RecordFormContext<Facts, unknown>;
  hasTag(tag: 'loading' | 'forbidden' | 'done'): boolean;
  matches(state: 'failedToLoad' | 'editing' | 'saving' | 'failedToSave'): boolean;
}

type Snapshot = RecordFormSnapshot<unknown>;

export const isLoading = (snapshot: Snapshot) => snapshot.hasTag('loading');
/** RETRY, unless it is forbidden. */
export const failedToLoad = (snapshot: Snapshot) =>
  snapshot.matches('failedToLoad') || isForbidden(snapshot);
/** The fields can be changed. */
export const isEditing = (snapshot: Snapshot) => snapshot.matches('editing');
export const isSaving = (snapshot: Snapshot) => snapshot.matches('saving');
/** No answer to the save: RETRY. */
export const failedToSave = (snapshot: Snapshot) => snapshot.matches('failedToSave');
/** Null until loaded. */
export const factsOf = <Facts>(snapshot: RecordFormSnapshot<Facts>): Facts | null =>
  snapshot.context.facts;
export const problemOf = (snapshot: Snapshot) => snapshot.context.problem;
/** The sentence of success; null while there is none. */
export const noticeOf = (snapshot: Snapshot): string | null => {
  if (!snapshot.hasTag('done')) return null;
  return snapshot.context.id === null ? successes.saved : successes.updated;
};
