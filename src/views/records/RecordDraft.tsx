import { useFormikContext } from 'formik';
import { useMemo } from 'react';
import { shownValues } from '#machines/flows/records/record-draft.ts';
import { useLeaveGuard } from '../../components/use-leave-guard.ts';
import { DraftNotice, OtherTabNotice } from '../drafts/DraftNotice.tsx';
import { useKeptDraft } from '../drafts/use-kept-draft.ts';
import type { RecordDraftBegin } from './use-record-draft.ts';

export interface RecordDraftProps<Values extends object> {
  draft: RecordDraftBegin<Values>;
  /** Fields that are never kept. */
  secret?: readonly (keyof Values & string)[] | undefined;
  idempotencyKey: string;
  /** The fields can be changed. */
  open: boolean;
  saved: boolean;
  /** The draft is given up. */
  onDiscard: () => void;
}

const changedMeanwhile = 'Desde entonces otra persona cambió este registro: revise lo que guarda.';

/** Keeps the record while its form is filled in, and says what was recovered. */
export function RecordDraft<Values extends object>({
  draft,
  secret = [],
  idempotencyKey,
  open,
  saved,
  onDiscard,
}: RecordDraftProps<Values>) {
  const { values, resetForm } = useFormikContext<Values>();
  const { restored, untouched, outdated } = draft;
  const shown = useMemo(() => shownValues(untouched), [untouched]);
  const kept = Object.fromEntries(
    Object.entries(values).map(([name, value]: [string, unknown]) => [
      name,
      secret.some((one) => one === name) ? untouched[name as keyof Values] : value,
    ]),
  ) as Values;
  const { failed, elsewhere, recovered, dismiss, forget } = useKeptDraft(
    draft,
    { values: kept, shown, idempotencyKey },
    saved,
  );
  useLeaveGuard(failed);

  const discard = () => {
    forget();
    resetForm({ values: untouched });
    onDiscard();
  };
  return (
    <>
      {restored === null || !recovered || !open ? null : (
        <DraftNotice
          kept={restored.kept}
          warning={outdated ? changedMeanwhile : ''}
          onDiscard={discard}
          onClose={dismiss}
        />
      )}
      {elsewhere && !saved ? <OtherTabNotice /> : null}
    </>
  );
}
