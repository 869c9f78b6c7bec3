import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { Expense } from '#contract/calls/expense.calls.ts';
import { expenseOf } from '#machines/flows/decisions/decision.selectors.ts';
import { Page } from '../../components/Page.tsx';
import { BoxLine } from '../boxes/BoxLine.tsx';
import type { AnyDecision } from './any-decision.ts';
import { LoadedExpense } from './LoadedExpense.tsx';

export interface DecisionScreenProps {
  decision: AnyDecision;
  title: string;
  back: { to: string; label: string };
  children: (expense: Expense) => ReactNode;
}

/** An expense on a page of its own. */
export function DecisionScreen({ decision, title, back, children }: DecisionScreenProps) {
  const tienda = useSelector(decision, (snapshot) => expenseOf(snapshot)?.tienda);
  return (
    <Page title={title} subtitle={tienda} back={back}>
      <LoadedExpense decision={decision}>
        {(expense) => (
          <>
            <BoxLine location={expense.ubicacion} />
            {children(expense)}
          </>
        )}
      </LoadedExpense>
    </Page>
  );
}
