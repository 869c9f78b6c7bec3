import { useSelector } from '@xstate/react';
import { useFormikContext } from 'formik';
import type { ActorRefFrom } from 'xstate';
import {
  type expenseEntryMachine,
  idempotencyKeyOf,
  isEditing,
} from '#machines/flows/expenses/expense-entry.machine.ts';
import {
  fileIsMissing,
  isUnsaved,
  type storedFileMachine,
} from '#machines/flows/drafts/draft.machine.ts';
import type { supplierLookupMachine } from '#machines/flows/expenses/supplier-lookup.machine.ts';
import { newIdempotencyKey } from '../../wire/idempotency-key.ts';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { SavedDraft } from '../drafts/SavedDraft.tsx';
import type { FormDraft } from '../drafts/use-form-draft.ts';
import {
  emptyExpenseForm,
  type ExpenseDraftValues,
  type ExpenseFormValues,
  toDraft,
} from './expense-form.ts';

interface ExpenseDraftProps {
  entry: ActorRefFrom<typeof expenseEntryMachine>;
  lookup: ActorRefFrom<typeof supplierLookupMachine>;
  file: ActorRefFrom<typeof storedFileMachine>;
  draft: FormDraft<ExpenseDraftValues>;
}

/** Keeps the expense and its file while the form is filled in, and says what was recovered. */
export function ExpenseDraft({ entry, lookup, file, draft }: ExpenseDraftProps) {
  const { values, resetForm } = useFormikContext<ExpenseFormValues>();
  const editing = useSelector(entry, isEditing);
  const idempotencyKey = useSelector(entry, idempotencyKeyOf);
  const missesFile = useSelector(file, fileIsMissing);
  const fileWouldBeLost = useSelector(file, isUnsaved);
  return (
    <SavedDraft
      draft={draft}
      typed={{ values: toDraft(values), shown: {}, idempotencyKey }}
      open={editing}
      losesMore={fileWouldBeLost}
      onDiscard={() => {
        file.send({ type: 'CHOOSE_FILE', file: null });
        resetForm({ values: emptyExpenseForm });
        lookup.send({ type: 'TYPE_DOCUMENT', num_doc: '' });
        entry.send({ type: 'START_ANEW', idempotencyKey: newIdempotencyKey() });
      }}
    >
      {missesFile ? (
        <InlineAlert tone="warning" title="Elija otra vez el archivo de soporte">
          Este navegador no pudo conservar «{draft.restored?.values.archivo}».
        </InlineAlert>
      ) : null}
    </SavedDraft>
  );
}
