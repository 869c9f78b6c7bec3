import { useSelector } from '@xstate/react';
import { useFormikContext } from 'formik';
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
import type { AnyDecision } from './any-decision.ts';

export interface DecisionDraftProps<Values extends object> {
  decision: AnyDecision;
  draft: FormDraft<Values>;
}

/** Keeps the decision while it is written, and says what was recovered and what changed since then. */
export function DecisionDraft<Values extends object>(props: DecisionDraftProps<Values>) {
  const expense = useSelector(props.decision, expenseOf);
  return expense === null ? null : <ShownDraft {...props} expense={expense} />;
}

function ShownDraft<Values extends object>({
  decision,
  draft,
  expense,
}: DecisionDraftProps<Values> & { expense: Expense }) {
  const { values, resetForm } = useFormikContext<Values>();
  const over = useSelector(decision, isDone);
  const open = useSelector(decision, (snapshot) => isReviewing(snapshot) || isReadOnly(snapshot));
  const reasons = useSelector(decision, reasonsOf);
  const changes = useSelector(decision, changesOf);
  const author = useSelector(decision, (snapshot) => changeAuthorOf(snapshot, serverToday()));
  const { restored, untouched, idempotencyKey } = draft;
  const shown = shownExpense(expense, reasons);
  const { failed, elsewhere, recovered, dismiss, forget } = useKeptDraft(
    draft,
    { values, shown, idempotencyKey },
    over,
  );
  useLeaveGuard(failed);

  const discard = () => {
    forget();
    resetForm({ values: untouched });
    decision.send({ type: 'DISCARD' });
  };
  if (over) return null;
  return (
    <>
      {restored === null || !recovered || !open ? null : (
        <DraftNotice
          kept={restored.kept}
          // What changed since the form was opened is said where it is saved.
          changes={changes.length > 0 ? [] : changesBetween(restored.shown, shown)}
          author={author}
          onDiscard={discard}
          onClose={dismiss}
        />
      )}
      {elsewhere ? <OtherTabNotice /> : null}
    </>
  );
}
