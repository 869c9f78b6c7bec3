/** Selectors of the form of a record. */
import { idempotencyGuard, successes } from '#contract/errors.ts';
import type { RecordFormContext } from './record-form.machine.ts';

interface Snapshot<Facts = unknown> {
  context: RecordFormContext<Facts, unknown>;
  hasTag(tag: 'done'): boolean;
  matches(state: 'editing' | 'failedToSave'): boolean;
}

/** The fields can be changed. */
export const isEditing = (snapshot: Snapshot) => snapshot.matches('editing');
/** No answer to the save: RETRY. */
export const failedToSave = (snapshot: Snapshot) => snapshot.matches('failedToSave');
/** A creation whose answer got lost had arrived, with other data. */
export const wasSavedBefore = ({ context: { problem } }: Snapshot): boolean =>
  problem?.motivos.some(({ guardia }) => guardia === idempotencyGuard) === true;
/** Null for a new one. */
export const idOf = ({ context }: Snapshot): number | null => context.id;
/** For the header `Idempotency-Key`. */
export const idempotencyKeyOf = ({ context }: Snapshot): string => context.idempotencyKey;
/** Null until loaded. */
export const factsOf = <Facts>({ context }: Snapshot<Facts>): Facts | null => context.facts;
/** The sentence of success; null while there is none. */
export const noticeOf = (snapshot: Snapshot): string | null => {
  if (!snapshot.hasTag('done')) return null;
  return snapshot.context.id === null ? successes.saved : successes.updated;
};
