import { useSelector } from '@xstate/react';
import { useFormikContext } from 'formik';
import type { ActorRefFrom } from 'xstate';
import type { expenseEntryMachine } from '#machines/flows/expenses/expense-entry.machine.ts';
import { idempotencyKeyOf, isEditing } from '#machines/flows/expenses/expense-entry.selectors.ts';
import type { supplierLookupMachine } from '#machines/flows/expenses/supplier-lookup.machine.ts';
import { newIdempotencyKey } from '../../actors/idempotency-key.ts';
import { InlineAlert } from '../../components/InlineAlert.tsx';
import { useLeaveGuard } from '../../components/use-leave-guard.ts';
import { DraftNotice, OtherTabNotice } from '../drafts/DraftNotice.tsx';
import type { FormDraft } from '../drafts/use-form-draft.ts';
import { useKeptDraft } from '../drafts/use-kept-draft.ts';
import {
  emptyExpenseForm,
  type ExpenseDraftValues,
  type ExpenseFormValues,
  toDraft,
} from './expense-form.ts';
import { useKeptFile } from './use-kept-file.ts';

export interface ExpenseDraftProps {
  entry: ActorRefFrom<typeof expenseEntryMachine>;
  lookup: ActorRefFrom<typeof supplierLookupMachine>;
  draft: FormDraft<ExpenseDraftValues>;
}

/** Keeps the expense and its file while the form is filled in, and says what was recovered. */
export function ExpenseDraft({ entry, lookup, draft }: ExpenseDraftProps) {
  const { values, resetForm } = useFormikContext<ExpenseFormValues>();
  const editing = useSelector(entry, isEditing);
  const idempotencyKey = useSelector(entry, idempotencyKeyOf);
  const { restored } = draft;
  const file = useKeptFile(draft.key, restored?.values.archivo ?? '');
  const typed = toDraft(values);
  const { failed, elsewhere, recovered, dismiss, forget } = useKeptDraft(
    draft,
    {
      // While the file is on its way from where it is kept, its name stays.
      values: { ...typed, archivo: typed.archivo === '' ? file.expected : typed.archivo },
      shown: {},
      idempotencyKey,
    },
    false,
  );
  useLeaveGuard(failed || file.wouldBeLost);

  const discard = () => {
    forget();
    file.forget();
    resetForm({ values: emptyExpenseForm });
    lookup.send({ type: 'TYPE_DOCUMENT', num_doc: '' });
    entry.send({ type: 'START_ANEW', idempotencyKey: newIdempotencyKey() });
  };
  return (
    <>
      {restored === null || !recovered || !editing ? null : (
        <DraftNotice kept={restored.kept} onDiscard={discard} onClose={dismiss} />
      )}
      {file.missing === '' || values.archivo !== null ? null : (
        <InlineAlert tone="warning" title="Elija otra vez el archivo de soporte">
          Este navegador no pudo conservar «{file.missing}».
        </InlineAlert>
      )}
      {elsewhere ? <OtherTabNotice /> : null}
    </>
  );
}
