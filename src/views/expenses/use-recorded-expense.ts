import type { DraftKey } from '#machines/flows/drafts/draft.machine.ts';
import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ActorRefFrom } from 'xstate';
import type { expenseEntryMachine } from '#machines/flows/expenses/expense-entry.machine.ts';
import {
  fileOf,
  isDone,
  isUploading,
  recordedExpenseOf,
  storeOf,
} from '#machines/flows/expenses/expense-entry.selectors.ts';
import { keepFile, removeFile } from '../../actors/draft-files.ts';
import { removeDraft } from '../../actors/drafts.ts';
import { useLeaveGuard } from '../../components/use-leave-guard.ts';
import { uploadPath } from '../../screens/paths.ts';

/** The file of an expense that is kept and has no support yet. */
export const supportKey = (id_usuario: number, id_gasto: number): DraftKey => ({
  id_usuario,
  form: 'soporte',
  object: String(id_gasto),
});

/**
 * Once the expense is kept there is nothing left to recover of its form but the file, and the address names
 * the expense: a reload in the middle of the upload goes on with it.
 */
export function useRecordedExpense(
  entry: ActorRefFrom<typeof expenseEntryMachine>,
  draft: DraftKey,
): void {
  const id_gasto = useSelector(entry, recordedExpenseOf);
  const id_tienda = useSelector(entry, storeOf);
  const file = useSelector(entry, fileOf);
  const done = useSelector(entry, isDone);
  const navigate = useNavigate();
  useLeaveGuard(useSelector(entry, isUploading));

  useEffect(() => {
    if (id_gasto === null || file === null || done) return;
    void keepFile(supportKey(draft.id_usuario, id_gasto), file, Date.now());
    removeDraft(draft);
    void removeFile(draft);
    void navigate(uploadPath(id_tienda, id_gasto), { replace: true });
  }, [draft, id_gasto, id_tienda, file, done, navigate]);

  useEffect(() => {
    if (done && id_gasto !== null) void removeFile(supportKey(draft.id_usuario, id_gasto));
  }, [draft, id_gasto, done]);
}
