/** Selectors of a list whose records are switched and deleted; those of its rows are in steps/result.ts. */
import { successes } from '#contract/errors.ts';
import type { HandoverTag, RecordListContext, RecordRow } from './record-list.machine.ts';
import type { Problem } from '../steps/result.ts';

type ChangeState =
  | 'toggling'
  | 'handingOverToDelete'
  | 'confirmingDeletion'
  | 'deleting'
  | 'failedToDelete'
  | 'deleted'
  | { ready: 'toggled' | 'refused' | 'failedToToggle' };

interface RecordListSnapshot<Row, Query> {
  context: RecordListContext<Row, Query>;
  matches(state: { change: ChangeState }): boolean;
  hasTag(tag: HandoverTag): boolean;
}

type Snapshot = RecordListSnapshot<RecordRow, unknown>;

const changeIs =
  (...states: ChangeState[]) =>
  (snapshot: Snapshot): boolean =>
    states.some((change) => snapshot.matches({ change }));

/** The change of this record is under way. */
export const isToggling = (snapshot: Snapshot, id: number): boolean =>
  changeIs('toggling')(snapshot) && leavingOf(snapshot)?.id === id;
/** Accepts RETRY_CHANGE or DISMISS. */
export const failedToToggle = changeIs({ ready: 'failedToToggle' });
/** Accepts DISMISS. */
export const changeIsRefused = changeIs({ ready: 'refused' });
/** The deletion dialog is open, also during the deletion and without an answer. */
export const asksForDeletion = changeIs('confirmingDeletion', 'deleting', 'failedToDelete');
/** Accepts PASS or CANCEL. */
export const asksForSuccessor = (snapshot: Snapshot): boolean => snapshot.hasTag('handingOver');
/** The successor is asked for before a deletion. */
export const handsOverToDelete = changeIs('handingOverToDelete');
export const successorsAreLoading = (snapshot: Snapshot): boolean =>
  snapshot.hasTag('successorsLoading');
/** Accepts RETRY_CHANGE or CANCEL. */
export const failedToLoadSuccessors = (snapshot: Snapshot): boolean =>
  snapshot.hasTag('successorsFailed');
export const isDeleting = changeIs('deleting');
/** Accepts RETRY_CHANGE or DISMISS. */
export const failedToDelete = changeIs('failedToDelete');
/** The row of the record that is switched or deleted. */
export const leavingOf = <Row>({ context }: { context: { leaving: Row } }): Row => context.leaving;
/** Records that may take over its charge. */
export const successorsOf = ({ context }: Snapshot) => context.successors;
export const changeProblemOf = ({ context }: Snapshot): Problem | null => context.changeProblem;
/** The success message; null while there is none. */
export const noticeOf = (snapshot: Snapshot): string | null => {
  if (changeIs({ ready: 'toggled' })(snapshot)) return successes.updated;
  return changeIs('deleted')(snapshot) ? successes.deleted : null;
};
