/** Selectors of a list whose records are switched and deleted; those of its rows are in list.selectors.ts. */
import { successes } from '#contract/errors.ts';
import type { RecordListContext } from './record-list.machine.ts';
import type { Problem } from '../result.ts';

type ChangeState =
  | 'toggling'
  | 'confirmingDeletion'
  | 'deleting'
  | 'failedToDelete'
  | 'deleted'
  | { ready: 'toggled' | 'refused' | 'failedToToggle' };

interface RecordListSnapshot<Row, Query> {
  context: RecordListContext<Row, Query>;
  matches(state: { change: ChangeState }): boolean;
}

type Snapshot = RecordListSnapshot<unknown, unknown>;

export const recordListMessages = {
  toggled: successes.updated,
  deleted: successes.deleted,
  deleteTitle: 'Confirmar eliminación',
} as const;

/** The change of this record is under way. */
export const isToggling = (snapshot: Snapshot, id: number): boolean =>
  snapshot.matches({ change: 'toggling' }) && snapshot.context.toggling?.id_elemento === id;
/** RETRY_CHANGE or DISMISS. */
export const failedToToggle = (snapshot: Snapshot) =>
  snapshot.matches({ change: { ready: 'failedToToggle' } });
/** DISMISS. */
export const changeIsRefused = (snapshot: Snapshot) =>
  snapshot.matches({ change: { ready: 'refused' } });
/** The dialog stays while the record goes, and when nobody answered. */
export const asksForDeletion = (snapshot: Snapshot) =>
  snapshot.matches({ change: 'confirmingDeletion' }) ||
  isDeleting(snapshot) ||
  failedToDelete(snapshot);
export const isDeleting = (snapshot: Snapshot) => snapshot.matches({ change: 'deleting' });
/** RETRY_CHANGE or DISMISS. */
export const failedToDelete = (snapshot: Snapshot) =>
  snapshot.matches({ change: 'failedToDelete' });
export const deletedIdOf = (snapshot: Snapshot): number | null =>
  snapshot.context.deleting?.id_elemento ?? null;
export const changeProblemOf = (snapshot: Snapshot): Problem | null =>
  snapshot.context.changeProblem;
/** The sentence of success; null while there is none. */
export const noticeOf = (snapshot: Snapshot): string | null => {
  if (snapshot.matches({ change: { ready: 'toggled' } })) return recordListMessages.toggled;
  return snapshot.matches({ change: 'deleted' }) ? recordListMessages.deleted : null;
};
