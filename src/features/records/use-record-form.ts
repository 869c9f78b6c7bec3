import { useActor } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import type {
  RecordFormEvent,
  RecordKind,
  createRecordFormMachine,
} from '#machines/flows/records/record-form.machine.ts';
import { useDestination } from '../../app/screens/use-destination.ts';
import { useFormDraft } from '../drafts/use-form-draft.ts';

export type RecordFormMachine<Facts, Values, Request> = ReturnType<
  typeof createRecordFormMachine<Facts, Values, Request>
>;

export interface RecordFormFlow<Facts, Values, Request> {
  snapshot: SnapshotFrom<RecordFormMachine<Facts, Values, Request>>;
  send: (event: RecordFormEvent<Values>) => void;
}

/** Fields of a form that is not loaded yet. */
const unknown = {};

/** The object of the drafts of a form; a new record has none of its own. */
export const draftObject = (id: number | null): number => id ?? 0;

/**
 * The flow of the form of one record, begun with the key of its draft; leads to the list once the record is saved.
 * @param id null for a new one
 */
export function useRecordForm<Facts, Values, Request>(
  machine: RecordFormMachine<Facts, Values, Request>,
  { draft }: Pick<RecordKind<Facts, Values, Request>, 'draft'>,
  id: number | null,
): RecordFormFlow<Facts, Values, Request> {
  const { idempotencyKey } = useFormDraft(draft, draftObject(id), unknown);
  const [snapshot, send] = useActor(machine, { input: { id, idempotencyKey } });
  useDestination(snapshot.output ?? undefined);
  return { snapshot, send };
}
