import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { Expense } from '#contract/calls/expense.calls.ts';
import { expenseOf } from '#machines/flows/decisions/decision.selectors.ts';
import { Page } from '../../components/Page.tsx';
import { BoxLine } from '../boxes/BoxLine.tsx';
import type { AnyDecision } from './any-decision.ts';
import { titleOfExpense } from './expense-title.ts';
import { LoadedExpense } from './LoadedExpense.tsx';

export interface DecisionScreenProps {
  decision: AnyDecision;
  title: string;
  back: { to: string; label: string };
  children: (expense: Expense) => ReactNode;
}

/** An expense on a page of its own. */
export function DecisionScreen({ decision, title, back, children }: DecisionScreenProps) {
  const expense = useSelector(decision, expenseOf);
  return (
    <Page title={title} tab={titleOfExpense(expense)} subtitle={expense?.tienda} back={back}>
      <LoadedExpense decision={decision}>
        {(loaded) => (
          <>
            <BoxLine location={loaded.ubicacion} />
            {children(loaded)}
          </>
        )}
      </LoadedExpense>
    </Page>
  );
}
