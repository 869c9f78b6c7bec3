import type { ReactNode } from 'react';
import type { Expense } from '#contract/calls/expenses.calls.ts';
import { expenseOf, isLoading } from '#machines/flows/review/decision-rules.ts';
import { LoadingState } from '../../ui/feedback/LoadingState.tsx';
import { useSnapshot } from '../../ui/layout/use-snapshot.ts';
import { useDestination } from '../../app/screens/use-destination.ts';
import { LoadProblem } from '../../app/problems/LoadProblem.tsx';
import { loadOf } from '../../app/problems/load-of.ts';
import type { AnyDecision } from './any-decision.ts';

interface LoadedExpenseProps {
  decision: AnyDecision;
  /** Once the expense is there; it stays while it is saved or loaded again. */
  children: (expense: Expense) => ReactNode;
}

/** The frame of every decision: loading, failed, and away once it is saved. */
export function LoadedExpense({ decision, children }: LoadedExpenseProps) {
  const snapshot = useSnapshot(decision);
  const expense = expenseOf(snapshot);
  const load = loadOf(snapshot, decision.send);
  useDestination(snapshot.output, expense?.id);
  if (isLoading(snapshot)) return <LoadingState />;
  if (load.failed) return <LoadProblem {...load} />;
  return expense === null ? null : children(expense);
}
