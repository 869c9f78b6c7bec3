import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { Expense } from '#contract/calls/expense.calls.ts';
import {
  expenseOf,
  failedToLoad,
  isLoading,
  problemOf,
} from '#machines/flows/decisions/decision.selectors.ts';
import { isForbidden } from '#machines/flows/flow.selectors.ts';
import { LoadingState } from '../../components/LoadingState.tsx';
import { useDestination } from '../../screens/use-destination.ts';
import { LoadProblem } from '../problems/LoadProblem.tsx';
import type { AnyDecision } from './any-decision.ts';

export interface LoadedExpenseProps {
  decision: AnyDecision;
  /** Once the expense is there; it stays while it is saved or loaded again. */
  children: (expense: Expense) => ReactNode;
}

/** The frame of every decision: loading, failed, and away once it is kept. */
export function LoadedExpense({ decision, children }: LoadedExpenseProps) {
  const loading = useSelector(decision, isLoading);
  const failed = useSelector(decision, failedToLoad);
  const forbidden = useSelector(decision, isForbidden);
  const expense = useSelector(decision, expenseOf);
  const problem = useSelector(decision, problemOf);
  useDestination(
    useSelector(decision, (snapshot) => snapshot.output),
    expense?.id,
  );
  if (loading) return <LoadingState />;
  if (failed)
    return (
      <LoadProblem
        problem={problem}
        forbidden={forbidden}
        onRetry={() => decision.send({ type: 'RETRY' })}
      />
    );
  return expense === null ? null : children(expense);
}
