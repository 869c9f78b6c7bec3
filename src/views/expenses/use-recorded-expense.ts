import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ActorRefFrom } from 'xstate';
import type { DraftKey } from '#machines/flows/drafts/draft.machine.ts';
import type { expenseEntryMachine } from '#machines/flows/expenses/expense-entry.machine.ts';
import {
  isUploading,
  recordedExpenseOf,
  storeOf,
} from '#machines/flows/expenses/expense-entry.selectors.ts';
import { removeDraft } from '../../actors/drafts.ts';
import { useLeaveGuard } from '../../components/use-leave-guard.ts';
import { uploadPath } from '../../screens/paths.ts';

/**
 * Once the expense is kept there is nothing left to recover of its form, and the address names the expense: a
 * reload in the middle of the upload goes on with it.
 *
 * @param named the expense that the address names; null for a new one
 */
export function useRecordedExpense(
  entry: ActorRefFrom<typeof expenseEntryMachine>,
  draft: DraftKey,
  named: number | null,
): void {
  const id_gasto = useSelector(entry, recordedExpenseOf);
  const id_tienda = useSelector(entry, storeOf);
  const navigate = useNavigate();
  useLeaveGuard(useSelector(entry, isUploading));

  useEffect(() => {
    if (id_gasto === null || id_gasto === named) return;
    removeDraft(draft);
    void navigate(uploadPath(id_tienda, id_gasto), { replace: true });
  }, [draft, id_gasto, id_tienda, named, navigate]);
}
