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
import { pathTo, uploadPath } from '../../screens/paths.ts';

/**
 * Once the expense is kept there is nothing left to recover of its form, and the address names the expense: a
 * reload in the middle of the upload goes on with it. The next expense has none.
 *
 * @param named the expense that the address names; null for a new one
 * @param recorded expenses that were kept before the one of the form
 */
export function useRecordedExpense(
  entry: ActorRefFrom<typeof expenseEntryMachine>,
  draft: DraftKey,
  { named, recorded }: { named: number | null; recorded: number },
): void {
  const id_gasto = useSelector(entry, recordedExpenseOf);
  const id_tienda = useSelector(entry, storeOf);
  const navigate = useNavigate();
  useLeaveGuard(useSelector(entry, isUploading));

  // After the form of the one before, which keeps its last keys when it goes.
  useEffect(() => {
    if (recorded > 0) removeDraft(draft);
  }, [draft, recorded]);

  useEffect(() => {
    if (id_gasto === named) return;
    // The form of the next expense.
    if (id_gasto === null) {
      void navigate(pathTo('crearGasto', { idTienda: id_tienda }), { replace: true });
      return;
    }
    removeDraft(draft);
    void navigate(uploadPath(id_tienda, id_gasto), { replace: true });
  }, [draft, id_gasto, id_tienda, named, navigate]);
}
