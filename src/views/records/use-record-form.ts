import { useActor } from '@xstate/react';
import { useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import type {
  createRecordFormMachine,
  RecordFormEvent,
} from '#machines/flows/records/record-form.machine.ts';
import { newIdempotencyKey } from '../../actors/idempotency-key.ts';
import { useDestination } from '../../screens/use-destination.ts';

export type RecordFormMachine<Facts, Values, Request> = ReturnType<
  typeof createRecordFormMachine<Facts, Values, Request>
>;

export interface RecordFormFlow<Facts, Values, Request> {
  snapshot: SnapshotFrom<RecordFormMachine<Facts, Values, Request>>;
  send: (event: RecordFormEvent<Values>) => void;
}

/** The flow of the form of one record; leads to the list once the record is kept. @param id null for a new one */
export function useRecordForm<Facts, Values, Request>(
  machine: RecordFormMachine<Facts, Values, Request>,
  id: number | null,
): RecordFormFlow<Facts, Values, Request> {
  const [idempotencyKey] = useState(newIdempotencyKey);
  const [snapshot, send] = useActor(machine, { input: { id, idempotencyKey } });
  useDestination(snapshot.output ?? undefined);
  return { snapshot, send };
}
