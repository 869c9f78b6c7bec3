import { useState } from 'react';
import { changedSince, typedOver } from '#machines/flows/records/record-draft.ts';
import { type FormDraft, useFormDraft } from '../drafts/use-form-draft.ts';
import { draftObject } from './use-record-form.ts';

export interface RecordDraftBegin<Values extends object> extends FormDraft<Values> {
  /** Somebody changed the record since it was typed. */
  outdated: boolean;
}

/** Begins the form of a record with what the same person had typed, over what the record holds today. */
export function useRecordDraft<Values extends object>(
  form: string,
  id: number | null,
  today: Values,
): RecordDraftBegin<Values> {
  const draft = useFormDraft(form, draftObject(id), today);
  const [begun] = useState(() => {
    const { restored, untouched } = draft;
    if (restored === null) return { restored, outdated: false };
    const values = typedOver(untouched, restored);
    const same = JSON.stringify(values) === JSON.stringify(untouched);
    return {
      restored: same ? null : { ...restored, values },
      outdated: changedSince(untouched, restored.shown),
    };
  });
  return { ...draft, ...begun };
}
