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
import { KeptDraft } from '../drafts/KeptDraft.tsx';
import { useSnapshot } from '../../components/use-snapshot.ts';
import type { FormDraft } from '../drafts/use-form-draft.ts';
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
  const snapshot = useSnapshot(decision);
  const { restored, untouched, idempotencyKey } = draft;
  const shown = shownExpense(expense, reasonsOf(snapshot));
  return (
    <KeptDraft
      draft={draft}
      typed={{ values, shown, idempotencyKey }}
      open={isReviewing(snapshot) || isReadOnly(snapshot)}
      over={isDone(snapshot)}
      // What changed since the form was opened is said where it is saved.
      changes={
        restored === null || changesOf(snapshot).length > 0
          ? []
          : changesBetween(restored.shown, shown)
      }
      author={changeAuthorOf(snapshot, serverToday())}
      onDiscard={() => {
        resetForm({ values: untouched });
        decision.send({ type: 'DISCARD' });
      }}
    />
  );
}
