import { useSelector } from '@xstate/react';
import { useFormikContext } from 'formik';
import { useEffect, useState } from 'react';
import type { Expense } from '#contract/calls/expense.calls.ts';
import { changesBetween } from '#machines/flows/changes.ts';
import {
  changeAuthorOf,
  changesOf,
  expenseOf,
  isDone,
  isReadOnly,
  isReviewing,
  reasonsOf,
} from '#machines/flows/decisions/decision.selectors.ts';
import { shownExpense } from '#machines/flows/expenses/expense-changes.ts';
import { serverToday } from '../../actors/server-clock.ts';
import { useLeaveGuard } from '../../components/use-leave-guard.ts';
import { DraftNotice, OtherTabNotice } from '../drafts/DraftNotice.tsx';
import type { FormDraft } from '../drafts/use-form-draft.ts';
import { useKeptDraft } from '../drafts/use-kept-draft.ts';
import type { AnyReview } from './any-decision.ts';

export interface DecisionDraftProps<Values extends object> {
  decision: AnyReview;
  draft: FormDraft<Values>;
  /** Takes up in the flow what the draft had chosen. */
  onRestore?: ((values: Values) => void) | undefined;
}

/** Keeps the decision while it is written, and says what was recovered and what changed since then. */
export function DecisionDraft<Values extends object>(props: DecisionDraftProps<Values>) {
  const expense = useSelector(props.decision, expenseOf);
  return expense === null ? null : <ShownDraft {...props} expense={expense} />;
}

function ShownDraft<Values extends object>({
  decision,
  draft,
  onRestore,
  expense,
}: DecisionDraftProps<Values> & { expense: Expense }) {
  const { values, resetForm } = useFormikContext<Values>();
  const over = useSelector(decision, isDone);
  const open = useSelector(decision, (snapshot) => isReviewing(snapshot) || isReadOnly(snapshot));
  const reasons = useSelector(decision, reasonsOf);
  const changes = useSelector(decision, changesOf);
  const author = useSelector(decision, (snapshot) => changeAuthorOf(snapshot, serverToday()));
  const { key, restored, untouched, idempotencyKey } = draft;
  const shown = shownExpense(expense, reasons);
  const { failed, elsewhere, forget } = useKeptDraft(draft, values, {
    shown,
    idempotencyKey,
    over,
  });
  useLeaveGuard(failed);

  // The flow begins without a choice: it takes up that of the draft.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the form is opened
  useEffect(() => {
    if (restored !== null) onRestore?.(restored.values);
  }, [key]);

  const [told, setTold] = useState(restored === null);
  const discard = () => {
    setTold(true);
    forget();
    resetForm({ values: untouched });
    decision.send({ type: 'DISCARD' });
  };
  if (over) return null;
  return (
    <>
      {told || restored === null || !open ? null : (
        <DraftNotice
          kept={restored.kept}
          // What changed since the form was opened is said where it is saved.
          changes={changes.length > 0 ? [] : changesBetween(restored.shown, shown)}
          author={author}
          onDiscard={discard}
          onClose={() => setTold(true)}
        />
      )}
      {elsewhere ? <OtherTabNotice /> : null}
    </>
  );
}
